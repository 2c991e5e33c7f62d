/** Kinds of damage to the data directory while a server has its files open. Each takes the file of the index. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pageBytes } from './damages.ts';

export interface ServedDamage {
  readonly harm: (file: string, home: string) => void;
  /** The write-ahead log has content when the damage is done. */
  readonly withLog?: true;
  /** Only in a long run: other rows show the same. */
  readonly isLong?: true;
}

const text = 'this is a text\n'.repeat(2_000);

type Irregular = 'a folder' | 'a file' | 'a pipe' | 'a link to nothing' | 'a link to itself' | 'a link to a file';

const create: Readonly<Record<Irregular, (path: string, home: string) => void>> = {
  'a folder': (path) => mkdirSync(path),
  'a file': (path) => writeFileSync(path, text),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to a file': (path, home) => {
    writeFileSync(join(home, 'elsewhere'), text);
    symlinkSync(join(home, 'elsewhere'), path);
  },
};

export const servedDamages: Readonly<Record<string, ServedDamage>> = {
  'cut to nothing': { harm: (file) => truncateSync(file, 0) },
  'cut to nothing, without its log': {
    harm: (file) => {
      truncateSync(file, 0);
      remove(file, '-wal', '-shm');
    },
    isLong: true,
  },
  'cut in half': { harm: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)) },
  'cut to a page': { harm: (file) => truncateSync(file, pageBytes), isLong: true },
  'cut within its header': { harm: (file) => truncateSync(file, 50), isLong: true },
  'its header overwritten': { harm: (file) => overwrite(file, 0, Buffer.alloc(100, 7)), isLong: true },
  'all pages but the first wiped': { harm: (file) => wipe(file, pageBytes), isLong: true },
  'all pages wiped': { harm: (file) => wipe(file, 0) },
  'overwritten with a text': { harm: (file) => writeFileSync(file, text) },
  'replaced by a text': {
    harm: (file) => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  },
  deleted: { harm: (file) => remove(file, '') },
  'deleted with its log': { harm: (file) => remove(file, '', '-wal', '-shm'), isLong: true },
  'its log cut to nothing': { harm: (file) => truncateSync(`${file}-wal`, 0), withLog: true },
  'its log cut in half': {
    harm: (file) => truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 2)),
    withLog: true,
    isLong: true,
  },
  'its log deleted': { harm: (file) => remove(file, '-wal'), withLog: true },
  'its log and shared memory deleted': { harm: (file) => remove(file, '-wal', '-shm'), withLog: true, isLong: true },
  'its shared memory deleted': { harm: (file) => remove(file, '-shm') },
  'its shared memory cut to nothing': { harm: (file) => truncateSync(`${file}-shm`, 0) },
  'its shared memory cut within its header': { harm: (file) => truncateSync(`${file}-shm`, 100), isLong: true },
  'its shared memory cut, with a log': { harm: (file) => truncateSync(`${file}-shm`, 0), withLog: true },
  'its shared memory cut by a page': {
    harm: (file) => truncateSync(`${file}-shm`, statSync(`${file}-shm`).size - pageBytes),
    withLog: true,
    isLong: true,
  },
  'the shared memory of the registry cut to nothing': {
    harm: (_file, home) => truncateSync(`${registry(home)}-shm`, 0),
  },
  ...irregular('the file', (file) => file),
  ...irregular('its log', (file) => `${file}-wal`, { short: ['a pipe'] }),
  ...irregular('its shared memory', (file) => `${file}-shm`, { short: ['a folder'] }),
  ...irregular('its journal', (file) => `${file}-journal`),
  ...irregular('its folder', dirname, { right: 'a folder' }),
  ...irregular('the folder of the indexes', (file) => dirname(dirname(file)), { right: 'a folder' }),
  ...irregular('the registry', (_file, home) => registry(home)),
  ...irregular('the log of the registry', (_file, home) => `${registry(home)}-wal`),
  ...irregular('the shared memory of the registry', (_file, home) => `${registry(home)}-shm`),
  'a link to an index whose log is a pipe': {
    harm: (file, home) => {
      renameSync(file, join(home, 'moved.db'));
      symlinkSync(join(home, 'moved.db'), file);
      remove(join(home, 'moved.db'), '-wal');
      execFileSync('mkfifo', [join(home, 'moved.db-wal')]);
    },
    isLong: true,
  },
  'its folder deleted': { harm: (file) => rmSync(dirname(file), { recursive: true }), isLong: true },
  'the data directory deleted': { harm: (_file, home) => rmSync(home, { recursive: true }) },
  'the data directory emptied': {
    harm: (_file, home) => {
      for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
    },
    isLong: true,
  },
  'the registry cut to nothing': { harm: (_file, home) => truncateSync(registry(home), 0) },
  'the registry cut in half': { harm: (_file, home) => truncateSync(registry(home), pageBytes), isLong: true },
  'the registry overwritten with a text': { harm: (_file, home) => writeFileSync(registry(home), text), isLong: true },
  'the registry deleted': { harm: (_file, home) => remove(registry(home), '', '-wal', '-shm') },
};

/** Something of another kind in place of a file or a folder. Only the kinds named are part of a short run. */
function irregular(
  what: string,
  pathOf: (file: string, home: string) => string,
  { right = 'a file', short = [] }: { right?: Irregular; short?: readonly Irregular[] } = {},
): Record<string, ServedDamage> {
  const kinds = (Object.keys(create) as Irregular[]).filter((kind) => kind !== right);
  const rows = kinds.map((kind) => {
    const harm = (file: string, home: string) => {
      const path = pathOf(file, home);
      rmSync(path, { recursive: true, force: true });
      create[kind](path, home);
    };
    const isLong = short.includes(kind) ? {} : ({ isLong: true } as const);
    return [`${what} replaced by ${kind}`, { harm, ...isLong }] as const;
  });
  return Object.fromEntries(rows);
}

function registry(home: string): string {
  return join(home, 'registry.db');
}

function remove(file: string, ...suffixes: string[]): void {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true });
}

function wipe(file: string, from: number): void {
  overwrite(file, from, Buffer.alloc(statSync(file).size - from));
}

/** Writes into the file that others have open, unlike a copy under the same name. */
function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}
