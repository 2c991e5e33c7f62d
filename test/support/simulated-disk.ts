/**
 * A small folder whose files and folders have simulated change times, as lstat would report them, and the history of each
 * path.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const firstFiles = { 'a.txt': 'a0', 'b.txt': 'b0', 'sub/c.txt': 'c0' };

export class SimulatedDisk {
  readonly root: string;
  /** When each absolute path last changed; others have not changed since the beginning of time. */
  readonly #changedAtMs: Map<string, number>;
  readonly #states = new Map<string, (string | undefined)[]>();
  #saves = 0;

  constructor(root: string, changedAtMs: Map<string, number>) {
    this.root = root;
    this.#changedAtMs = changedAtMs;
  }

  reset(): void {
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(this.root);
    this.#changedAtMs.clear();
    this.#states.clear();
    this.#saves = 0;
    for (const [path, text] of Object.entries(firstFiles)) this.#set(path, text, 0);
  }

  /** All contents have the same length, so that only times can reveal a save. */
  save(path: string, text = `s${++this.#saves}`): void {
    this.#set(path, text, Date.now());
  }

  replace(path: string): void {
    const text = `s${++this.#saves}`;
    const temporary = `${this.root}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, join(this.root, path));
    this.#note(path, text, Date.now(), true);
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
    this.#note(path, undefined, Date.now(), true);
  }

  rename(from: string, to: string): void {
    const text = this.#states.get(from)?.at(-1);
    renameSync(join(this.root, from), join(this.root, to));
    this.#note(from, undefined, Date.now(), true);
    this.#note(to, text, Date.now(), true);
  }

  contents(): Record<string, string> {
    const present = [...this.#states].flatMap(([path, states]) => {
      const text = states.at(-1);
      return text === undefined ? [] : [[path, text] as const];
    });
    return Object.fromEntries(present);
  }

  /** Whether no path has an earlier state in `now` than in `before`. */
  isForward(before: Record<string, string>, now: Record<string, string>): boolean {
    return [...this.#states].every(([path, states]) => {
      return states.lastIndexOf(now[path]) >= states.indexOf(before[path]);
    });
  }

  #set(path: string, text: string, atMs: number): void {
    const full = join(this.root, path);
    const isNew = !existsSync(full);
    if (!existsSync(dirname(full))) {
      mkdirSync(dirname(full));
      this.#changedAtMs.set(this.root, atMs);
    }
    writeFileSync(full, text);
    this.#note(path, text, atMs, isNew);
  }

  #note(path: string, text: string | undefined, atMs: number, isEntryChange: boolean): void {
    const full = join(this.root, path);
    this.#changedAtMs.set(full, atMs);
    if (isEntryChange) this.#changedAtMs.set(dirname(full), atMs);
    const states = this.#states.get(path) ?? [undefined];
    this.#states.set(path, [...states, text]);
  }
}
