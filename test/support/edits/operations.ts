/** Random operations on a working tree: what editors, build tools and git do to it. None of them fails. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../random.ts';
import type { TestRepository } from '../test-repository.ts';
import { extensions, isSource, newFunction, newName, newSource, type Oracle } from './edited-repository.ts';

export interface Workplace {
  readonly repository: TestRepository;
  /** A folder outside the repository, for linked worktrees and for files that are moved away. */
  readonly outside: string;
  readonly oracle: Oracle;
  readonly random: Random;
  /** The paths that operations have named so far. */
  readonly touched: string[];
}

export interface Operation {
  readonly name: string;
  /** Whether it only changes files: then a stale answer can name them. */
  readonly isFileChange: boolean;
  run(): void;
}

export function randomOperation(workplace: Workplace): Operation {
  const { random } = workplace;
  // After many deletions there must be something left to edit.
  if (workplace.oracle.paths.length < 20)
    return { name: 'create many', isFileChange: true, run: () => createMany(workplace) };
  const isFileChange = random.below(10) < 7;
  const table = isFileChange ? fileOperations : otherOperations;
  const name = random.pick(Object.keys(table));
  return { name, isFileChange, run: () => table[name]?.(workplace) };
}

type Run = (workplace: Workplace) => void;

const fileOperations: Readonly<Record<string, Run>> = {
  save: (at) => append(at, anyFile(at)),
  insert: (at) => {
    const path = full(at, anyFile(at));
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.startsWith('package') ? text.replace('\n', '\n\n\n') : `\n\n${text}`);
  },
  'save by rename': (at) => {
    const path = full(at, anyFile(at));
    writeFileSync(`${path}.tmp~`, withFunction(path));
    renameSync(`${path}.tmp~`, path);
  },
  'save with backup': (at) => {
    const path = full(at, anyFile(at));
    const text = withFunction(path);
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
  },
  'rename over': (at) => {
    const path = anyFile(at);
    const other = anyFile(at, extensionOf(path));
    if (other !== path) renameSync(full(at, other), full(at, path));
  },
  create: (at) => write(at, join(anyFolder(at), newFile(at))),
  'create in new folders': (at) => write(at, join(anyFolder(at), newName(), newName(), newFile(at))),
  delete: (at) => rmSync(full(at, anyFile(at))),
  rename: (at) => {
    const path = anyFile(at);
    renameSync(full(at, path), full(at, join(anyFolder(at), `${newName()}.${extensionOf(path)}`)));
  },
  'change case': (at) => {
    const path = anyFile(at);
    const name = basename(path);
    const [first = ''] = name;
    const other = (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + name.slice(1);
    renameSync(full(at, path), full(at, join(dirname(path), other)));
  },
  truncate: (at) => writeFileSync(full(at, anyFile(at)), ''),
  'move folder': (at) => {
    const from = anyFolder(at);
    if (from !== 'src') renameSync(full(at, from), full(at, join('src', newName())));
  },
  'move folder away and back': (at) => {
    const from = anyFolder(at);
    const away = join(at.outside, newName());
    renameSync(full(at, from), away);
    const changed = sourcesBelow(away)[0];
    if (changed !== undefined) appendFileSync(changed, newFunction(changed, readFileSync(changed, 'utf8')));
    renameSync(away, full(at, from));
  },
  'delete folder': (at) => {
    if (at.oracle.paths.length > 40) rmSync(full(at, smallFolder(at)), { recursive: true });
  },
  'save many': (at) => {
    for (let count = 0; count < 25; count++) append(at, anyFile(at));
  },
  'create many': createMany,
  touch: (at) => utimesSync(full(at, anyFile(at)), new Date(), new Date()),
  'edit an ignored file': (at) => write(at, `ignored/${newName()}.ts`),
};

const otherOperations: Readonly<Record<string, Run>> = {
  'ignore a folder': (at) => toggleLine(full(at, '.gitignore'), 'loose/'),
  'exclude a folder': (at) => toggleLine(full(at, '.git/info/exclude'), 'local/'),
  'create in a folder that may be ignored': (at) => write(at, `${at.random.pick(['loose', 'local'])}/${newFile(at)}`),
  'track an ignored file': (at) => {
    const ignored = sourcesBelow(full(at, 'ignored'))[0];
    if (ignored !== undefined) git(at, 'add', '--force', '--', ignored);
  },
  'untrack a file': (at) => {
    const tracked = at.repository.git('ls-files', 'ignored').split('\n').filter(isSource);
    if (tracked.length > 0) git(at, 'rm', '--quiet', '--cached', '--', tracked[0] as string);
  },
  commit: (at) => {
    append(at, anyFile(at));
    commitAll(at);
  },
  amend: (at) => {
    append(at, anyFile(at));
    git(at, 'add', '--all');
    git(at, 'commit', '--quiet', '--amend', '--no-edit');
  },
  'new branch': (at) => {
    commitAll(at);
    git(at, 'checkout', '--quiet', '-b', newName());
    append(at, anyFile(at));
    commitAll(at);
  },
  'switch branch': (at) => {
    commitAll(at);
    git(at, 'checkout', '--quiet', at.random.pick(branches(at)));
  },
  'detach HEAD': (at) => {
    commitAll(at);
    git(at, 'checkout', '--quiet', '--detach', 'HEAD~1');
  },
  stash: (at) => {
    append(at, anyFile(at));
    git(at, 'stash', 'push', '--quiet', '--include-untracked');
  },
  'stash pop': (at) => {
    git(at, 'reset', '--quiet', '--hard');
    // A conflict leaves sources that are no sources.
    if (!git(at, 'stash', 'pop', '--quiet')) git(at, 'reset', '--quiet', '--hard');
  },
  rebase: (at) => {
    commitAll(at);
    if (git(at, 'rebase', '--quiet', '-X', 'theirs', at.random.pick(branches(at)))) return;
    git(at, 'rebase', '--abort');
    git(at, 'reset', '--quiet', '--hard');
  },
  'reset --hard': (at) => git(at, 'reset', '--quiet', '--hard', 'HEAD~1'),
  restore: (at) => git(at, 'checkout', '--quiet', '--', '.'),
  'add a worktree': (at) => {
    const folder = join(at.outside, newName());
    git(at, 'worktree', 'add', '--quiet', '-b', newName(), folder);
    if (existsSync(folder)) writeFileSync(join(folder, 'elsewhere.ts'), newSource('elsewhere.ts'));
  },
};

export const operationNames = [...Object.keys(fileOperations), ...Object.keys(otherOperations)];

function full(at: Workplace, path: string): string {
  at.touched.push(path);
  return at.repository.path(path);
}

function anyFile({ oracle, random }: Workplace, extension?: string): string {
  const paths = oracle.paths.filter((path) => extension === undefined || extensionOf(path) === extension);
  return random.pick(paths);
}

/** A folder below `src` that has files. */
function anyFolder(at: Workplace): string {
  const folders = new Set(at.oracle.paths.map((path) => dirname(path)).filter((path) => path.startsWith('src')));
  return folders.size === 0 ? 'src' : at.random.pick([...folders]);
}

/** A folder without subfolders, so that a few of them can be deleted without an end. */
function smallFolder(at: Workplace): string {
  const folders = [...new Set(at.oracle.paths.map((path) => dirname(path)).filter((path) => path.startsWith('src/')))];
  const inner = folders.filter((folder) => !folders.some((other) => other.startsWith(`${folder}/`)));
  return inner.length === 0 ? newFolder(at) : at.random.pick(inner);
}

function newFolder(at: Workplace): string {
  const folder = join('src', newName());
  write(at, join(folder, newFile(at)));
  return folder;
}

function createMany(at: Workplace): void {
  const folder = join(anyFolder(at), newName());
  for (let count = 0; count < 40; count++) write(at, join(folder, newFile(at)));
}

function newFile({ random }: Workplace): string {
  return `${newName()}.${random.pick(extensions)}`;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function write(at: Workplace, path: string): void {
  mkdirSync(dirname(full(at, path)), { recursive: true });
  writeFileSync(full(at, path), newSource(path));
}

function append(at: Workplace, path: string): void {
  appendFileSync(full(at, path), newFunction(path, readFileSync(full(at, path), 'utf8')));
}

function withFunction(path: string): string {
  const text = readFileSync(path, 'utf8');
  return text + newFunction(path, text);
}

function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter(isSource).map((name) => join(folder, name));
}

function toggleLine(file: string, line: string): void {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const others = lines.filter((each) => each !== line && each !== '');
  writeFileSync(file, `${[...others, ...(lines.includes(line) ? [] : [line])].join('\n')}\n`);
}

function branches(at: Workplace): string[] {
  const names = at.repository.git('branch', '--format=%(refname:short)').split('\n');
  return names.filter((name) => !name.startsWith('('));
}

function commitAll(at: Workplace): void {
  git(at, 'add', '--all');
  git(at, 'commit', '--quiet', '--message', 'work');
}

/** Returns false if git refuses the command in the present state. */
function git({ repository }: Workplace, ...args: string[]): boolean {
  try {
    repository.git(...args);
    return true;
  } catch {
    return false;
  }
}
