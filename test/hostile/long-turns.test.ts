/**
 * However much a repository makes a call look up, it gives up its turn after few lookups. The clock advances with the
 * lookups instead of the time, so the result does not depend on the machine.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../src/query/tools/related-symbols.ts';
import { FolderTable } from '../../src/query/view/folder-table.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { LinkTable } from '../../src/query/view/skipped-links.ts';
import { TurnQueue } from '../../src/query/view/turn-queue.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, type TestFiles, temporaryFolder } from '../support/test-repository.ts';

const each = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at));
const deep = each(20, () => 'abcdefg').join('/');
const ts = 'export function victim() {}\nexport function caller() { victim(); }\n';

interface Case {
  readonly files: TestFiles;
  readonly links?: Readonly<Record<string, string>>;
}

const cases: Readonly<Record<string, Case>> = {
  'the targets of a package': {
    files: {
      'a.ts': ts,
      [`${deep}/package.json`]: `{"exports":{${each(4_000, (at) => `"./${at}":"x${at}"`).join(',\n')}}}`,
    },
    links: { 'link.ts': 'a.ts' },
  },
  'the targets of a configuration': {
    files: {
      'a.ts': ts,
      'tsconfig.json': `{"compilerOptions":{"paths":{${each(900, (at) => `"${at}":["a${at}","b${at}","c${at}"]`).join(',\n')}}}}`,
    },
    links: { 'link.ts': 'a.ts' },
  },
  'the configurations that others extend': {
    files: {
      'a.ts': ts,
      'tsconfig.json': `{"extends":["./c1.json"${each(3_000, (at) => `,\n"./z${at}"`).join('')}]}`,
      'c1.json': `{"extends":["./c2.json"${each(3_000, (at) => `,\n"./z${at}"`).join('')}]}`,
    },
  },
  'the projects of a configuration': {
    files: {
      'a.ts': ts,
      'tsconfig.json': `{"references":[${each(3_000, (at) => `{"path":"./p${at}"}`).join(',\n')}]}`,
    },
  },
  'imports beside a link': {
    files: { 'a.ts': ts, 'b.ts': `${each(3_000, (at) => `import './x${at}';`).join('\n')}\nexport const zz = 1;\n` },
    links: { 'zz.ts': 'a.ts' },
  },
  'Python imports and the links of one name': {
    files: { 'a.py': 'def victim(): pass\n', 'b.py': each(300, (at) => `import x.y${at}\n`).join('') },
    links: Object.fromEntries(each(90, (at) => `l${at}/x.py`).map((path) => [path, '../a.py'])),
  },
  'imports of packages': {
    files: {
      [`${deep}/v.ts`]: `${each(1_500, (at) => `import { f${at} } from 'p${at}/x';`).join('\n')}\nexport function victim() {\n${each(300, (at) => `f${at}();`).join('\n')}\n}\n`,
    },
  },
  'Python imports of packages': {
    files: {
      [`${deep}/v.py`]: `${each(1_500, (at) => `from p${at}.x import f${at}`).join('\n')}\ndef victim():\n${each(300, (at) => `    f${at}()`).join('\n')}\n`,
    },
  },
  'the targets of Cargo manifests': {
    files: {
      'Cargo.toml': `bin=[\n${each(1_900, (at) => `{path="a${at}"},\n`).join('')}]\n[package]\nname="q"\n`,
      'src/lib.rs': 'pub fn other() {}\npub fn victim() { other(); absent::x(); }\n',
    },
  },
};

/** One lookup takes a tenth of a millisecond on the clock of these tests, so a turn is due after a hundred. */
const lookupMs = 0.1;
/** A step that cannot be divided may follow. */
const maxLookups = 1_000;

/** A clock never goes back, also from one test to the next. */
let clockMs = 0;

afterEach(() => vi.restoreAllMocks());

test.each(Object.entries(cases))('%s are looked up in many turns', async (_, { files, links = {} }) => {
  const repository = createRepository(files);
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(repository.path(path)), { recursive: true });
    symlinkSync(to, repository.path(path));
  }
  repository.commit({ 'notes.txt': 'notes\n' });
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, repository.root);
  const store = await openStore(home, projectId);
  const counts = { total: 0, inTurn: 0, most: 0 };
  count(FolderTable.prototype, 'byPath', counts);
  count(FolderTable.prototype, 'has', counts);
  count(FolderTable.prototype, 'filesIn', counts);
  count(LinkTable.prototype, 'at', counts);
  const wait = TurnQueue.prototype.wait;
  vi.spyOn(TurnQueue.prototype, 'wait').mockImplementation(function (this: TurnQueue, signal) {
    counts.inTurn = 0;
    return wait.call(this, signal);
  });
  const startMs = Math.max(clockMs, performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clockMs = startMs + counts.total * lookupMs;
    return clockMs;
  });
  try {
    const reader = new ProjectReader(projectId, store);
    const asked = { symbol_name: 'victim' };
    await reader.view(ref, (view) => callGraph(view, readParameters(callGraphParameters, asked).values));
    await reader.view(ref, (view) => relatedSymbols(view, readParameters(relatedSymbolsParameters, asked).values));
  } finally {
    await store.close();
  }
  expect(counts.total).toBeGreaterThan(0);
  expect(counts.most).toBeLessThan(maxLookups);
});

interface Counts {
  total: number;
  inTurn: number;
  most: number;
}

function count<Table extends object>(table: Table, method: keyof Table & string, counts: Counts): void {
  const lookUp = table[method] as (...args: unknown[]) => unknown;
  vi.spyOn(table as Record<string, (...args: unknown[]) => unknown>, method).mockImplementation(function (
    this: unknown,
    ...args
  ) {
    counts.total++;
    counts.inTurn++;
    counts.most = Math.max(counts.most, counts.inTurn);
    return lookUp.apply(this, args);
  });
}
