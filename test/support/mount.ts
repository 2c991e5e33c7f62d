/** File systems that are mounted for a test. Mounting needs privileges, which a test asks for with `canMount`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Mounted {
  readonly folder: string;
  /** Mounts it again with other options, such as `ro` or `size=8m`. */
  remount(options: string): void;
  unmount(): void;
}

/** Mounts a small file system in memory. */
export function mountInMemory(size: string): Mounted {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-mount-')));
  mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder);
  return {
    folder,
    remount: (options) => mount('-o', `remount,${options}`, folder),
    unmount: () => {
      // Detached at once; a process that still uses it keeps it until it ends.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function canMount(): boolean {
  try {
    mountInMemory('64k').unmount();
    return true;
  } catch {
    return false;
  }
}

function mount(...args: string[]): void {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}
