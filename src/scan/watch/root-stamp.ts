/** A root stamp tells whether the root of a tree is still the same folder. */
import { lstatSync } from 'node:fs';

export class RootStamp {
  readonly #root: string;
  readonly #stamp: Stamp;

  /** Throws if there is no folder. */
  constructor(root: string) {
    this.#root = root;
    this.#stamp = stampOf(root);
  }

  /** Whether the path leads to the same inode. A mount over the root and a renamed parent folder change that. */
  isSame(): boolean {
    return this.#now()?.inode === this.#stamp.inode;
  }

  /** Whether it is certainly the same folder: a new folder often gets the inode of one that was just deleted. */
  isProvenSame(): boolean {
    return this.isSame() && this.#stamp.bornAtMs !== 0 && this.#now()?.bornAtMs === this.#stamp.bornAtMs;
  }

  #now(): Stamp | undefined {
    try {
      return stampOf(this.#root);
    } catch {
      return undefined;
    }
  }
}

interface Stamp {
  readonly inode: string;
  /** 0 if the file system does not know. */
  readonly bornAtMs: number;
}

function stampOf(root: string): Stamp {
  const { dev, ino, birthtimeMs } = lstatSync(root);
  return { inode: `${dev}:${ino}`, bornAtMs: birthtimeMs };
}
