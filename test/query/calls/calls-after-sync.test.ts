/**
 * Edges and imports after a sync equal those after a full index, whatever changed: an import, the name of a function,
 * the path of a file, a manifest. `CODECOMPASS_TEST_ROUNDS` and `CODECOMPASS_TEST_SEED` select other runs.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ProjectReader, type RefView } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { reportSoak } from '../../support/soak-report.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';
import { targetsOf } from '../imports/check-imports.ts';
import { allEdges } from './all-edges.ts';

const rounds = Number(process.env.CODECOMPASS_TEST_ROUNDS ?? 3);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_116);

const files = {
  'go.mod': 'module example.org/one\n',
  'main.go': 'package main\n\nimport "example.org/one/store"\n\nfunc main() { store.Open() }\n',
  'store/store.go': 'package store\n\nfunc Open() { shut() }\n\nfunc shut() {}\n',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./one/*"] } } }',
  'app.ts': "import { open } from '@/store';\n\nexport function run() {\n  open();\n}\n",
  'one/store.ts': 'export function open() {}\n',
  'two/store.ts': 'export function open() {}\n',
  'shop/__init__.py': 'from .store import Store\n',
  'shop/store.py': 'class Store:\n    def open(self):\n        self.shut()\n\n    def shut(self):\n        pass\n',
  'run.py': 'from shop import Store\n\ndef run():\n    Store().open()\n',
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
  'src/lib.rs': 'mod store;\nuse store::open;\n\npub fn run() {\n    open();\n}\n',
  'src/store.rs': 'pub fn open() {\n    shut();\n}\n\nfn shut() {}\n',
};

/** Each edit can change the call targets of a file that was not edited itself. */
const edits: readonly (readonly [path: string, from: RegExp, to: readonly string[]])[] = [
  ['go.mod', /example\.org\/\w+/, ['example.org/one', 'example.org/two']],
  ['tsconfig.json', /\.\/\w+\//, ['./one/', './two/', './three/']],
  ['Cargo.toml', /name = "\w+"/, ['name = "shop"', 'name = "other"']],
  ['main.go', /example\.org\/\w+/, ['example.org/one', 'example.org/two']],
  ['app.ts', /'[^']+'/, ["'@/store'", "'./two/store'", "'./nowhere'"]],
  ['one/store.ts', /function \w+/, ['function open', 'function renamed']],
  ['store/store.go', /func Open|func Renamed/, ['func Open', 'func Renamed']],
  ['store/store.go', /func shut|func hidden/, ['func shut', 'func hidden']],
  ['shop/__init__.py', /import \w+/, ['import Store', 'import Other']],
  ['shop/store.py', /class \w+/, ['class Store', 'class Other']],
  ['shop/store.py', /def (?:shut|close)/, ['def shut', 'def close']],
  ['src/lib.rs', /use [\w:]+;/, ['use store::open;', 'use crate::store::open;', 'use std::open;']],
  ['src/store.rs', /fn shut|fn hidden/, ['fn shut', 'fn hidden']],
];
const moves: readonly (readonly [string, string])[] = [
  ['one/store.ts', 'three/store.ts'],
  ['shop/store.py', 'shop/inner/store.py'],
  ['src/store.rs', 'src/store/mod.rs'],
  ['store/store.go', 'store/inner.go'],
];

test(`edges and imports equal those of a full index after ${rounds} random edits (seed ${seed})`, {
  timeout: 120_000 + rounds * 20_000,
}, async () => {
  const random = randomFrom(seed);
  const { root } = createRepository(files);
  const home = temporaryFolder();
  const { projectId } = await indexInProcess(home, root);
  // One reader for all rounds, as in a server: its caches must not outlive a publication.
  const store = await openStore(home, projectId);
  const reader = new ProjectReader(projectId, store);
  const history: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (let count = 1 + random.below(3); count > 0; count--) history.push(edit(root, random));
      const { ref } = await indexInProcess(home, root, { operation: 'sync' });
      expect(await reader.view(ref, answers), history.slice(-6).join('; ')).toEqual(await answersAnew(root));
    }
    reportSoak({ rounds, edits: history.filter((what) => what !== 'nothing').length });
  } finally {
    await store.close();
  }
});

function edit(root: string, random: Random): string {
  if (random.below(4) === 0) {
    const [from, to] = random.pick(random.below(2) === 0 ? moves : moves.map(([a, b]) => [b, a] as const));
    if (!existsSync(join(root, from))) return 'nothing';
    mkdirSync(dirname(join(root, to)), { recursive: true });
    renameSync(join(root, from), join(root, to));
    return `${from} moved to ${to}`;
  }
  const [path, from, to] = random.pick(edits);
  const full = join(root, path);
  if (!existsSync(full)) return 'nothing';
  const written = random.pick(to);
  writeFileSync(full, readFileSync(full, 'utf8').replace(from, written));
  return `${written} in ${path}`;
}

async function answers(view: RefView): Promise<unknown> {
  const imports: Record<string, readonly string[]> = {};
  for (const { path } of (await view.files()).files) imports[path] = await targetsOf(view, path);
  return { edges: await allEdges(view), imports };
}

async function answersAnew(root: string): Promise<unknown> {
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    return await new ProjectReader(projectId, store).view(ref, answers);
  } finally {
    await store.close();
    rmSync(home, { recursive: true });
  }
}
