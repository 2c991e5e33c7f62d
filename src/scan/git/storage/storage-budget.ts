/**
 * The storage budget bounds the work of checking one git folder, which a few kilobytes could otherwise make endless. It
 * runs before git does and blocks the event loop, so that all of it takes about a second.
 */
import { CodedError } from '../../../errors.ts';

export interface StorageLimits {
  /** Folders that are listed: of refs, objects and alternates. */
  readonly folders: number;
  /** Entries of all these folders. */
  readonly entries: number;
  readonly alternates: number;
  readonly alternatesBytes: number;
  /** Of one configuration, and of all that git reads, each as often as it is included. */
  readonly configBytes: number;
  readonly allConfigBytes: number;
  /** Files that the configurations name, again as often as git reads them. */
  readonly configPaths: number;
}

export const storageLimits: StorageLimits = {
  folders: 20_000,
  entries: 500_000,
  alternates: 100,
  alternatesBytes: 64 << 10,
  configBytes: 1 << 20,
  allConfigBytes: 4 << 20,
  configPaths: 1_000,
};

export class StorageBudget {
  readonly limits: StorageLimits;
  readonly #spent = new Map<keyof StorageLimits, number>();

  constructor(limits: StorageLimits = storageLimits) {
    this.limits = limits;
  }

  left(what: keyof StorageLimits): number {
    return this.limits[what] - (this.#spent.get(what) ?? 0);
  }

  /** Throws if the work at a path exceeds what is left. */
  spend(what: keyof StorageLimits, amount: number, path: string): void {
    this.#spent.set(what, (this.#spent.get(what) ?? 0) + amount);
    if (this.left(what) < 0) throw this.exceeded(what, path);
  }

  exceeded(what: keyof StorageLimits, path: string): CodedError {
    return new CodedError('repository_unreadable', `${path} has more than ${this.limits[what]} ${names[what]}.`, {
      remediation: what === 'folders' || what === 'entries' ? packing : removing,
      data: { path },
    });
  }
}

const names: Readonly<Record<keyof StorageLimits, string>> = {
  folders: 'folders of refs and objects',
  entries: 'refs and objects in single files',
  alternates: 'alternates',
  alternatesBytes: 'bytes',
  configBytes: 'bytes',
  allConfigBytes: 'bytes of included configurations',
  configPaths: 'files named by configurations',
};

const packing = 'Pack them with `git pack-refs --all` and `git gc`, or clone the repository anew, then try again.';
const removing = 'Remove what you do not need of it, or clone the repository anew, then try again.';
