/** The invariants of docs/ARCHITECTURE.md that the sources can prove: permitted imports, and forbidden code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { languages } from '../src/languages/languages.ts';
import { mayImport } from './support/layers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceFolder = join(root, 'src');

interface Source {
  /** Relative to the root of the repository, or to `src` for the sources of the program. */
  readonly path: string;
  readonly layer: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: Source[] = filesBelow(sourceFolder, /\.ts$/)
  // Tests are not part of the program.
  .filter((path) => !/\.(test|suite)\.ts$/.test(path))
  .map((path) => sourceAt(sourceFolder, path));

describe('the layers', () => {
  const edges = sources.flatMap((source) =>
    layersImportedBy(source).map((layer) => ({ path: source.path, from: source.layer, to: layer })),
  );

  test('are all known', () => {
    const found = new Set(sources.map(({ layer }) => layer));
    expect([...found].filter((layer) => !(layer in mayImport))).toEqual([]);
    expect(Object.keys(mayImport).filter((layer) => !found.has(layer))).toEqual([]);
  });

  test('import only permitted layers', () => {
    expect(edges.filter(({ from, to }) => !mayImport[from]?.includes(to))).toEqual([]);
  });

  test('use every permitted import', () => {
    const used = new Set(edges.map(({ from, to }) => `${from} imports ${to}`));
    const permitted = Object.entries(mayImport).flatMap(([from, all]) => all.map((to) => `${from} imports ${to}`));
    expect(permitted.filter((edge) => !used.has(edge))).toEqual([]);
  });
});

describe('forbidden code', () => {
  function check(what: string, isForbidden: (source: Source) => boolean, allowed: readonly string[]): void {
    test(what, () => {
      const found = sources.filter(isForbidden).map(({ path }) => path);
      expect(found.filter((path) => !allowed.some((prefix) => path.startsWith(prefix)))).toEqual([]);
      // An exception that is no longer needed would hide the next violation.
      expect(allowed.filter((prefix) => !found.some((path) => path.startsWith(prefix)))).toEqual([]);
    });
  }

  const imports = (name: RegExp) => (source: Source) => source.imports.some((specifier) => name.test(specifier));
  const says = (pattern: RegExp) => (source: Source) => pattern.test(withoutComments(source.text));

  check(
    'only scan runs git; jobs, the engine and checks of an index are forked; only shared-memory is repaired',
    imports(/^node:child_process$/),
    [
      'scan/git/git.ts',
      'scan/git/process/',
      'indexing/job/start-job.ts',
      'serve/engine/engine-child.ts',
      'store/sqlite/check-outside.ts',
      'store/sqlite/shared-memory.ts',
    ],
  );
  const ignoreRulesOfGit = /['"](?:check-ignore|--exclude\b|--exclude-(?:standard|from|per-directory)|-X)/;
  check('git applies no ignore rules, because a pattern can take it forever', says(ignoreRulesOfGit), []);
  check('only the driver imports SQLite', says(/['"](?:node:sqlite|libsql)['"]\)/), ['store/sqlite/sqlite.ts']);
  check('only the store contains SQL', says(/\b(?:SELECT\s[\s\S]+?\sFROM|INSERT\s+INTO|DELETE\s+FROM|PRAGMA)\b/), [
    'store/sqlite/',
    'store/registry/',
  ]);
  check('only parse and languages import tree-sitter', imports(/tree-sitter/), ['parse/', 'languages/']);
  check('only main exits the process', says(/process\.exit\(/), ['main.ts']);
  check(
    'query and languages never touch the disk, git or the network',
    (source) =>
      /^(query|languages)\//.test(source.path) &&
      (imports(/^node:(?:fs|child_process|net|https?|http2|dgram|tls|worker_threads)\b/)(source) ||
        layersImportedBy(source).includes('scan')),
    [],
  );
  check(
    'only the command serve-mcp imports the server',
    (source) => source.layer === 'cli' && layersImportedBy(source).includes('serve'),
    ['cli/commands/serve-mcp/'],
  );
  check(
    'scan, parse, text and the model write nothing',
    (source) =>
      /^(scan|parse|text|model)/.test(source.path) &&
      /\b(?:writeFile|appendFile|mkdir|rename|unlink|rm|chmod|symlink|truncate|copyFile)(?:Sync)?\(/.test(
        withoutComments(source.text),
      ),
    [],
  );
  // `bash` is both a shell and a language.
  check('only languages name languages', namesLanguage, ['cli/commands/completion/', 'languages/']);
  check(
    'languages import only the interface of the store',
    (source) =>
      source.layer === 'languages' &&
      source.imports.some((specifier) => /\/store\//.test(specifier) && !specifier.endsWith('/store/store.ts')),
    [],
  );
  check(
    'no module has a meaningless name',
    ({ path }) => /(?:^|[/-])(?:utils?|helpers?|manager|common)\b/.test(path),
    [],
  );
});

test('there are no import cycles', () => {
  expect(circles()).toEqual([]);
});

describe('sizes', () => {
  const maxFilesInFolder = 18;
  const maxLines = 400;
  /** Folders above the limit. Remove a row once its folder is within the limit. */
  const stillLarger: readonly string[] = [];

  test(`a folder has at most ${maxFilesInFolder} source files`, () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const larger = [...counts].filter(([, count]) => count > maxFilesInFolder).map(([folder]) => folder);
    expect(larger.sort()).toEqual([...stillLarger].sort());
  });

  test(`no file is longer than ${maxLines} lines`, () => {
    const files = [...sources, ...tools, ...tests];
    const longer = files.filter(({ text }) => text.trimEnd().split('\n').length > maxLines).map(({ path }) => path);
    expect(longer).toEqual([]);
  });
});

/** Scripts and benchmarks. They import from `build/`, which mirrors `src/`. */
const tools: Source[] = ['bench', 'scripts'].flatMap((folder) =>
  filesBelow(join(root, folder), /\.mjs$/).map((path) => sourceAt(root, `${folder}/${path}`)),
);
const tests: Source[] = filesBelow(join(root, 'test'), /\.(ts|mjs)$/)
  // These folders contain the input of parser snapshots.
  .filter((path) => !/^parse\/[^/]+\//.test(path))
  .map((path) => sourceAt(root, `test/${path}`));

describe('imports that the compiler does not check', () => {
  test('of scripts and benchmarks exist', () => {
    const targets = tools.flatMap(({ path, text, imports }) => [
      ...imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => [path, join(path, '..', specifier)]),
      // Paths that are computed at run time: `join(built, 'query/view/ref-view.js')`.
      ...[...text.matchAll(/\bjoin\(built, '([\w./-]+\.js)'\)/g)].map((match) => [
        path,
        join('build', match[1] as string),
      ]),
    ]);
    expect(targets.length).toBeGreaterThan(50);
    const lost = targets.filter(([, target = '']) => !existsSync(join(root, sourceOf(target))));
    expect(lost.map(([path, target]) => `${path} imports ${target}`)).toEqual([]);
  });

  test('of built modules in tests match their types', () => {
    const named = tests.flatMap(({ path, text }) =>
      [...text.matchAll(/\bimportBuilt<typeof import\('([^']+)'\)>\(\s*'([^']+)'/g)].map((match) => ({
        type: join(path, '..', match[1] as string),
        module: `src/${match[2]}.ts`,
      })),
    );
    expect(named.length).toBeGreaterThan(4);
    for (const { type, module } of named) expect(type).toBe(module);
  });

  test('of scripts in package.json exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = Object.values(scripts).flatMap((line) =>
      [...line.matchAll(/\bnode ([\w./-]+)/g)].map(([, file]) => file),
    );
    expect(named.filter((file = '') => !existsSync(join(root, file)))).toEqual([]);
  });

  function sourceOf(target: string): string {
    return target.startsWith('build/') ? target.replace(/^build\//, 'src/').replace(/\.js$/, '.ts') : target;
  }
});

describe('tests', () => {
  test('beside their sources do not need the build, which is made only for tests in test/', () => {
    const unitTests = filesBelow(sourceFolder, /\.(test|suite)\.ts$/).map((path) => sourceAt(sourceFolder, path));
    const needBuild = supportThatNeedsBuild();
    expect(needBuild.size).toBeGreaterThan(3);
    const found = unitTests.filter(({ imports }) => imports.some((specifier) => needBuild.has(basename(specifier))));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  /** Returns the test support files that import `build-output.ts`, directly or indirectly. */
  function supportThatNeedsBuild(): ReadonlySet<string> {
    const support = tests.filter(({ path }) => path.startsWith('test/support/'));
    const found = new Set(['build-output.ts']);
    for (let before = 0; before < found.size; ) {
      before = found.size;
      for (const { path, imports } of support) {
        if (imports.some((specifier) => found.has(basename(specifier)))) found.add(basename(path));
      }
    }
    return found;
  }
});

describe('docs/ARCHITECTURE.md', () => {
  const document = readFileSync(join(root, 'docs', 'ARCHITECTURE.md'), 'utf8');

  test('lists exactly the layers in its table', () => {
    const table = /^\| layer \|.*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(document)?.[1] ?? '';
    const rows = table
      .trimEnd()
      .split('\n')
      .map((row) => /^\| `([^`]+)` \| \S/.exec(row)?.[1] ?? row);
    expect(rows.sort()).toEqual(Object.keys(mayImport).sort());
  });

  test('names only existing files in its diagrams', () => {
    const diagrams = [...document.matchAll(/```mermaid\n([\s\S]*?)```/g)].map((match) => match[1] as string).join('');
    const named = [...diagrams.matchAll(/[\w-]+(?:\/[\w-]+)+\.ts/g)].map(([file]) => file);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !existsSync(join(sourceFolder, file)))).toEqual([]);
  });
});

test('docs/RELIABILITY.md describes the short and the long form of each soak suite', () => {
  const script = readFileSync(join(root, 'scripts', 'test-soak.mjs'), 'utf8');
  const suites = [...script.matchAll(/^ {2}'?([\w-]+)'?: \{\s*file:/gm)].map((match) => match[1] as string);
  const document = readFileSync(join(root, 'docs', 'RELIABILITY.md'), 'utf8');
  const table = /^\| suite \|.*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(document)?.[1] ?? '';
  expect([...table.matchAll(/^\| `([\w-]+)` \| \S.*\| \S.*\|$/gm)].map((match) => match[1])).toEqual(suites);
});

describe('documents name only existing files', () => {
  const documents = [
    'README.md',
    'SECURITY.md',
    ...filesBelow(join(root, 'docs'), /\.md$/).map((name) => `docs/${name}`),
  ];
  const least: Readonly<Record<string, number>> = {
    'docs/ARCHITECTURE.md': 30,
    'SECURITY.md': 20,
    'docs/RELIABILITY.md': 20,
  };

  test.each(documents)('%s', (path) => {
    const document = readFileSync(join(root, path), 'utf8');
    const named = [...document.matchAll(/`((?:src|test|docs|bench|scripts)\/[\w./-]+)`/g)].map(
      (match) => match[1] as string,
    );
    expect(named.length).toBeGreaterThanOrEqual(least[path] ?? 0);
    // PowerShell is the example of a language to add.
    const isExample = (file: string) => file.includes('powershell');
    expect(named.filter((file) => !isExample(file) && !existsSync(join(root, file)))).toEqual([]);
  });
});

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function sourceAt(folder: string, path: string): Source {
  const text = readFileSync(join(folder, path), 'utf8');
  return { path, layer: layerOf(path), text, imports: importsIn(text) };
}

/** Returns the other layers that a source imports. */
function layersImportedBy({ path, layer, imports }: Source): string[] {
  const layers = imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => layerOf(relative(sourceFolder, resolve(sourceFolder, dirname(path), specifier))));
  return [...new Set(layers)].filter((other) => other !== layer);
}

function layerOf(path: string): string {
  const [top = '', next = ''] = path.replaceAll('\\', '/').split('/');
  return `${top}/${next}` in mayImport ? `${top}/${next}` : top;
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()['"]([^'"]+)['"]/g)].map((match) => match[1] as string);
}

/** Whether a source contains the name of a language as a string or as a key. */
function namesLanguage({ text }: Source): boolean {
  const names = languages.map(({ name }) => name).join('|');
  return new RegExp(`(['"\`])(?:${names})\\1|^\\s*(?:${names}):\\s`, 'm').test(withoutComments(text));
}

/** Returns the import cycles. Type imports and dynamic imports do not count. */
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
