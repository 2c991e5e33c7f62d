/**
 * A repository for random edits, and an oracle for it. Every source has one helper and some functions that call it, all
 * with unique names, in a form that the oracle reads back from the disk line by line, without a parser.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFiles, TestRepository } from '../test-repository.ts';

export interface Definition {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** The function that its body calls; a helper calls none. */
  readonly callee?: string;
}

/** How a language defines a function that calls another, or none. */
const languages: Readonly<Record<string, (name: string, callee?: string) => string>> = {
  ts: (name, callee) => `export function ${name}(x: number): number {\n  return ${called(callee)};\n}\n`,
  js: (name, callee) => `export function ${name}(x) {\n  return ${called(callee)};\n}\n`,
  py: (name, callee) => `def ${name}(x):\n    return ${called(callee)}\n`,
  go: (name, callee) => `func ${name}(x int) int {\n\treturn ${called(callee)}\n}\n`,
  rs: (name, callee) => `pub fn ${name}(x: i64) -> i64 {\n    return ${called(callee)};\n}\n`,
};

export const extensions = Object.keys(languages);

let made = 0;
let unasked: string[] = [];

/** Returns the functions that were written since the last call. */
export function takeNewFunctions(): string[] {
  const names = unasked;
  unasked = [];
  return names;
}

/** Returns a name that nothing else has. Its parts are long enough that no other name is similar by chance. */
export function newName(): string {
  const words = ['kestrel', 'walnut', 'harbour', 'lantern', 'meadow', 'quartz', 'thimble', 'violet'];
  made++;
  return `${words[made % words.length]}_${made.toString(36).padStart(4, 'x')}_${words[(made * 5 + 3) % words.length]}`;
}

/** The text of a new source with these many functions besides the helper. */
export function newSource(path: string, functions = 2): string {
  const helper = newName();
  const parts = [definition(path, helper)];
  for (let count = 0; count < functions; count++) parts.push(definition(path, newName(), helper));
  return (path.endsWith('.go') ? 'package main\n\n' : '') + parts.join('\n');
}

/** The text of one more function for an existing source. */
export function newFunction(path: string, text: string): string {
  const helper = definitionsIn(path, text).find(({ callee }) => callee === undefined)?.name;
  return `\n${definition(path, newName(), helper)}`;
}

/** The files of a repository, some thirty per folder. */
export function generatedFiles(count: number): TestFiles {
  const files: Record<string, string> = { '.gitignore': 'ignored/\n*.log\n' };
  for (let at = 0; at < count; at++) {
    const folder = `src/area${Math.floor(at / 300)}/part${Math.floor(at / 30)}`;
    const path = `${folder}/unit${at}.${extensions[at % extensions.length]}`;
    files[path] = newSource(path);
  }
  return files;
}

/** What the working tree defines now, as git lists it. */
export class Oracle {
  readonly #repository: TestRepository;
  #files = new Map<string, readonly Definition[]>();
  #byName = new Map<string, Definition[]>();

  constructor(repository: TestRepository) {
    this.#repository = repository;
    this.rescan();
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  definitionsIn(path: string): readonly Definition[] | undefined {
    return this.#files.get(path);
  }

  /** All definitions by name. A name has several if git merged a file into two. */
  get byName(): ReadonlyMap<string, readonly Definition[]> {
    return this.#byName;
  }

  /** Reads every file that git tracks or does not ignore. */
  rescan(): void {
    const listed = this.#repository.git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
    this.#files = new Map();
    for (const path of new Set(listed.split('\0').filter(isSource))) this.#read(path);
    this.#byName = new Map();
    for (const definition of [...this.#files.values()].flat()) {
      const others = this.#byName.get(definition.name);
      if (others === undefined) this.#byName.set(definition.name, [definition]);
      else others.push(definition);
    }
  }

  #read(path: string): void {
    const file = join(this.#repository.root, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
    this.#files.set(path, definitionsIn(path, readFileSync(file, 'utf8')));
  }
}

export function isSource(path: string): boolean {
  return extensions.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

function definitionsIn(path: string, text: string): Definition[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const name = /^(?:export function|def|func|pub fn) (\w+)\(/.exec(line)?.[1];
    const callee = /return (\w+)\(x\)/.exec(lines[at + 1] ?? '')?.[1];
    if (name === undefined) return [];
    return [{ name, path, line: at + 1, ...(callee === undefined ? {} : { callee }) }];
  });
}

function definition(path: string, name: string, callee?: string): string {
  unasked.push(name);
  const write = languages[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  if (write === undefined) throw new Error(`No language for ${path}.`);
  return write(name, callee);
}

function called(callee: string | undefined): string {
  return callee === undefined ? 'x' : `${callee}(x)`;
}
