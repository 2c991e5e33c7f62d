/** The invariants of docs/ARCHITECTURE.md that can be read off the sources: who may import whom, and what is absent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { languages } from '../src/languages/languages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFolder = join(root, 'src');

/** The layers, and what each may import. A file at the top of `src` is a layer of its own; so is a folder named here. */
const mayImport: Record<string, readonly string[]> = {
  'main.ts': ['cli'],
  'model.ts': [],
  'errors.ts': [],
  'program-files.ts': [],
  'collect-garbage.ts': [],
  text: [],
  config: ['model.ts', 'errors.ts'],
  scan: ['model.ts', 'errors.ts', 'languages'],
  languages: ['model.ts', 'text', 'store', 'query/view'],
  parse: ['model.ts', 'program-files.ts', 'text', 'languages'],
  store: ['model.ts', 'errors.ts', 'text'],
  'query/view': ['model.ts', 'errors.ts', 'store'],
  query: ['model.ts', 'errors.ts', 'text', 'store', 'languages', 'query/view'],
  indexing: ['model.ts', 'errors.ts', 'program-files.ts', 'collect-garbage.ts', 'scan', 'languages', 'parse', 'store'],
  project: [
    'model.ts',
    'errors.ts',
    'collect-garbage.ts',
    'config',
    'text',
    'scan',
    'store',
    'query',
    'query/view',
    'indexing',
  ],
  serve: ['model.ts', 'errors.ts', 'scan', 'store', 'query', 'query/view', 'indexing', 'project'],
  evaluate: ['scan', 'store', 'query', 'query/view'],
  embed: ['model.ts', 'errors.ts', 'config', 'scan', 'store', 'query', 'query/view', 'indexing'],
  cli: [
    'model.ts',
    'errors.ts',
    'program-files.ts',
    'config',
    'text',
    'scan',
    'languages',
    'parse',
    'store',
    'query',
    'query/view',
    'indexing',
    'project',
    'serve',
    'evaluate',
  ],
};

interface Source {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: Source[] = readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(sourceFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  // What only tests use is not part of the house.
  .filter((path) => !/\.(test|suite)\.ts$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(sourceFolder, path), 'utf8');
    return { path, room: layerOf(path), text, imports: importsIn(text) };
  });

describe('the rooms', () => {
  test('are all known', () => {
    expect([...new Set(sources.map(({ room }) => room))].filter((room) => !(room in mayImport))).toEqual([]);
  });

  test.each(sources.map((source) => [source.path, source] as const))('%s imports only what it may', (path, source) => {
    const rooms = source.imports
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => layerOf(relative(sourceFolder, resolve(sourceFolder, dirname(path), specifier))))
      .filter((room) => room !== source.room);
    expect([...new Set(rooms)].filter((room) => !mayImport[source.room]?.includes(room))).toEqual([]);
  });
});

describe('what is absent', () => {
  function check(what: string, isForbidden: (source: Source) => boolean, allowed: readonly string[]): void {
    test(what, () => {
      const found = sources.filter(isForbidden).map(({ path }) => path);
      expect(found.filter((path) => !allowed.some((prefix) => path.startsWith(prefix)))).toEqual([]);
      // A rule that nothing needs any more says nothing.
      expect(allowed.filter((prefix) => !found.some((path) => path.startsWith(prefix)))).toEqual([]);
    });
  }

  const imports = (name: RegExp) => (source: Source) => source.imports.some((specifier) => name.test(specifier));
  const says = (pattern: RegExp) => (source: Source) => pattern.test(withoutComments(source.text));

  check('only scan runs git, only start-job forks', imports(/^node:child_process$/), [
    'scan/git/git.ts',
    'indexing/job/start-job.ts',
  ]);
  check('only the driver knows which SQLite it is', says(/['"](?:node:sqlite|libsql)['"]\)/), [
    'store/sqlite/sqlite.ts',
  ]);
  check('only the store speaks SQL', says(/\b(?:SELECT\s[\s\S]+?\sFROM|INSERT\s+INTO|DELETE\s+FROM|PRAGMA)\b/), [
    'store/',
  ]);
  check('only parse and languages know tree-sitter', imports(/tree-sitter/), ['parse/', 'languages/']);
  check('only main ends the process', says(/process\.exit\(/), ['main.ts']);
  check(
    'scan, parse, text and the model write nothing',
    (source) =>
      /^(scan|parse|text|model)/.test(source.path) &&
      /\b(?:writeFile|appendFile|mkdir|rename|unlink|rm|chmod|symlink|truncate|copyFile)(?:Sync)?\(/.test(
        withoutComments(source.text),
      ),
    [],
  );
  // The shell that completion is written for has the name of a language.
  check('only languages know languages by name', namesLanguage, [
    'cli/commands/completion.ts',
    'cli/commands/keeping-commands.ts',
    'languages/',
  ]);
  check(
    'of the store, languages know the interface only',
    (source) =>
      source.room === 'languages' &&
      source.imports.some((specifier) => /\/store\//.test(specifier) && !specifier.endsWith('/store/store.ts')),
    [],
  );
  check(
    'no module is a drawer for anything',
    ({ path }) => /(?:^|[/-])(?:utils?|helpers?|manager|common)\b/.test(path),
    [],
  );
});

test('no imports run in a circle', () => {
  expect(circles()).toEqual([]);
});

describe('docs/ARCHITECTURE.md', () => {
  const document = readFileSync(join(root, 'docs', 'ARCHITECTURE.md'), 'utf8');

  test('names every room', () => {
    expect(
      Object.keys(mayImport).filter((room) => !document.includes(`\`${room}`) && !document.includes(` ${room}`)),
    ).toEqual([]);
  });

  test('names no file that is not there', () => {
    const named = [...document.matchAll(/`((?:src|test|docs|bench|scripts)\/[\w./-]+)`/g)].map(
      (match) => match[1] as string,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('SECURITY.md names no source or test that is not there', () => {
  const document = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [...document.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map((match) => match[1] as string);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

function layerOf(path: string): string {
  const [top = '', next = ''] = path.replaceAll('\\', '/').split('/');
  return `${top}/${next}` in mayImport ? `${top}/${next}` : top;
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()['"]([^'"]+)['"]/g)].map((match) => match[1] as string);
}

/** As a text, or as the key of a table. */
function namesLanguage({ text }: Source): boolean {
  const names = languages.map(({ name }) => name).join('|');
  return new RegExp(`(['"\`])(?:${names})\\1|^\\s*(?:${names}):\\s`, 'm').test(withoutComments(text));
}

/** Modules that need each other to load. What is imported as a type, or only when it is used, is not needed for that. */
function circles(): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const importsOf = new Map(
    sources.map(({ path, text }) => {
      const values = text.replace(/^(?:import|export) type\b[^;]*;|\bimport\(/gm, '');
      const targets = importsIn(values).map((specifier) =>
        relative(sourceFolder, resolve(sourceFolder, dirname(path), specifier)).replaceAll('\\', '/'),
      );
      return [path, targets.filter((target) => paths.has(target))];
    }),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path)) return;
    done.add(path);
    for (const target of importsOf.get(path) ?? []) walk(target, [...trail, path]);
  };
  for (const path of paths) walk(path, []);
  return found;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}
