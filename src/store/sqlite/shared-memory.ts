/**
 * The shared memory of a database in WAL mode is a file that every process with a connection has mapped. SQLite never
 * shortens it while it is in use. If something else does, the next access of SQLite to the missing part ends the process
 * (SIGBUS), which cannot be caught. So a long-lived process looks at the size before it uses its connections.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { collectGarbage } from '../../collect-garbage.ts';
import { entryAt } from '../entry.ts';
import { accessError } from '../private-files.ts';

/** Undefined if there is no such file, or something else in its place. */
function sharedMemoryBytes(file: string): number | undefined {
  try {
    const found = entryAt(`${file}-shm`);
    return found?.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Restores shared memory that was cut. All of it is zeroed, so that SQLite rebuilds it from the WAL. Another process does
 * that: closing the file would drop every lock that this one has on it.
 */
export async function restoreSharedMemory(file: string, bytes: number): Promise<void> {
  const path = `${file}-shm`;
  const env = { ...process.env, NODE_OPTIONS: '' };
  try {
    const { stdout: code } = await promisify(execFile)(process.execPath, ['-e', script, path, String(bytes)], { env });
    if (code !== '') throw Object.assign(new Error(`Cannot restore ${path}: ${code}.`), { code, syscall: 'ftruncate' });
  } catch (thrown) {
    // What replaced the file in the meantime is not mapped.
    if (sharedMemoryBytes(file) !== undefined) throw accessError(path, thrown);
  }
}

/** Prints the code of the error, if any. A link or a pipe that has replaced the file is neither followed nor waited for. */
const script = `const { constants, ftruncateSync, openSync } = require('node:fs');
  const [path, bytes] = process.argv.slice(1);
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    ftruncateSync(file, 0);
    ftruncateSync(file, Number(bytes));
  } catch ({ code }) {
    process.stdout.write(code);
  }`;

/**
 * Waits until no closed connection of this process has shared memory mapped that was deleted. SQLite would use it for new
 * connections too, and then neither see nor respect what other processes write. `libsql` closes a connection only when
 * the garbage collector has found all its rows.
 */
export async function releaseSharedMemory(file: string): Promise<void> {
  const known = releasing.get(file) ?? release(file).finally(() => releasing.delete(file));
  releasing.set(file, known);
  await known;
}

/** Everybody who waits for a file shares the work. */
const releasing = new Map<string, Promise<void>>();

async function release(file: string): Promise<void> {
  for (let round = 0; round < mostRounds && hasDeletedMapping(file); round++) {
    // A collection takes long in a large process, and is in vain while a connection is in use.
    if (round < earlyRounds || round % earlyRounds === 0) collectGarbage();
    await pause(betweenRoundsMs);
  }
}

const mostRounds = 40;
const earlyRounds = 5;
const betweenRoundsMs = 25;

/** Linux only: elsewhere a mapped file cannot be deleted, or the system does not tell. */
function hasDeletedMapping(file: string): boolean {
  try {
    return readFileSync('/proc/self/maps', 'utf8').includes(`${file}-shm (deleted)\n`);
  } catch {
    return false;
  }
}

/** Watches the shared memory of the connections to one database. */
export class SharedMemoryWatch {
  readonly #file: string;
  #bytes = 0;
  #restoring: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Must be called when the files are opened anew. */
  begin(): void {
    this.#bytes = sharedMemoryBytes(this.#file) ?? 0;
  }

  /** Must be called before the connections are used, or closed. */
  async check(): Promise<void> {
    const bytes = sharedMemoryBytes(this.#file);
    // A file that is gone is still mapped as a whole.
    if (bytes === undefined) return;
    if (bytes >= this.#bytes) {
      this.#bytes = bytes;
      return;
    }
    this.#restoring ??= restoreSharedMemory(this.#file, this.#bytes).finally(() => {
      this.#restoring = undefined;
    });
    await this.#restoring;
  }
}
