/**
 * A hostile file does limited harm: the job stays within its memory limit, other files are indexed, and the reason why
 * the hostile file is not is recorded. A long run (`CODECOMPASS_TEST_LONG`) uses larger files.
 * `CODECOMPASS_TEST_MUTATED` sets the number of mutated sources per language (for all languages together in a short
 * run), made from the repositories below `CODECOMPASS_TEST_REPOS`; `CODECOMPASS_TEST_TINY` that of tiny files.
 */
import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobSummary } from '../../src/indexing/job/job.ts';
import { openStore, projectFile } from '../../src/store/sqlite/open-store.ts';
import { randomFrom } from '../support/random.ts';
import { runJobProcess } from '../support/run-job.ts';
import { sampleSources } from '../support/sample-sources.ts';
import { reportSoak } from '../support/soak-report.ts';
import { createFolder, temporaryFolder } from '../support/test-repository.ts';
import { hostileFiles } from './hostile-files.ts';
import { mutate } from './mutate.ts';
import { sourcesBelow } from './sources-below.ts';

const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;
const mutated = Number(process.env.CODECOMPASS_TEST_MUTATED ?? 100);
const tiny = Number(process.env.CODECOMPASS_TEST_TINY ?? 500);
const repositories = process.env.CODECOMPASS_TEST_REPOS;
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 5);

/** The guaranteed limit (`index.max_memory_mb`), with two workers on the worst files. */
const maxMemoryMb = 1_024;
const neighbours = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`near/fine${at}.py`, `def fine_${at}():\n    pass\n`]),
);
// The time limit grows with the work: a million files take more than an hour on a busy machine.
const time = { timeout: isLong || mutated > 1_000 || tiny > 100_000 ? 3_600_000 + tiny * 6 : 180_000 };

test('indexes the files beside hostile files within its memory limit', time, async () => {
  const files = isLong ? hostileFiles(100_000, 1_000_000) : onlySome(hostileFiles(100_000, 250_000));
  const root = createFolder({ ...files, ...neighbours });
  writeFileSync(join(root, 'one-line.js'), Buffer.alloc(100 * 1_000_000, 'a'));
  writeFileSync(join(root, 'sparse.go'), '');
  truncateSync(join(root, 'sparse.go'), 10_000_000_000);
  const { summary, outcomes } = await indexed(root, { parseTimeoutMs: isLong ? 10_000 : 500 });
  expect(summary.skipped.too_large).toBe(2);
  for (const path of Object.keys(neighbours)) expect(outcomes[path], path).toBe('parsed');
  for (const [path, outcome] of Object.entries(outcomes)) {
    expect(outcome, path).toMatch(/^(parsed|recovered|timeout|too_complex|crashed)$/);
  }
  report('hostile files', summary);
});

test('indexes a folder of tiny files', time, async () => {
  const root = createFolder(neighbours);
  mkdirSync(join(root, 'many'));
  for (let at = 0; at < tiny; at++) writeFileSync(join(root, 'many', `n${at}.py`), `n${at} = ${at}\n`);
  const { summary } = await indexed(root);
  expect(summary.indexed).toBe(tiny + Object.keys(neighbours).length);
  report('tiny files', summary);
});

test('does not multiply long names around many symbols', time, async () => {
  const files = Object.fromEntries([4, 190].map((depth) => [`depth${depth}.ts`, nestedNamespaces(depth, 5_000)]));
  const root = createFolder({ ...files, ...neighbours });
  const { summary, outcomes, indexBytes } = await indexed(root, { parseTimeoutMs: 60_000 });
  expect(outcomes).toMatchObject({ 'depth4.ts': 'too_complex', 'depth190.ts': 'recovered' });
  for (const path of Object.keys(neighbours)) expect(outcomes[path], path).toBe('parsed');
  const sourceBytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  expect(indexBytes).toBeLessThan(10 * sourceBytes);
  report('long scopes', summary);
});

const firstClass = {
  go: ['.go'],
  rust: ['.rs'],
  python: ['.py'],
  typescript: ['.ts', '.tsx'],
  javascript: ['.js', '.jsx', '.mjs'],
};
/** A short run mixes all languages. */
const languages: Record<string, string[]> = isLong
  ? firstClass
  : { 'every language': Object.values(firstClass).flat() };

test.each(Object.entries(languages))('survives mutated sources in %s', time, async (language, extensions) => {
  const random = randomFrom(seed);
  const isWanted = (path: string) => extensions.some((extension) => path.endsWith(extension));
  const originals =
    repositories === undefined
      ? [...sampleSources].filter(([path]) => isWanted(path)).map(([path, content]) => ({ path, content }))
      : sourcesBelow(repositories, isWanted, 100_000);
  const root = createFolder(neighbours);
  for (let at = 0; at < mutated; at++) {
    const folder = join(root, `part${Math.floor(at / 1_000)}`);
    if (at % 1_000 === 0) mkdirSync(folder);
    const { path, content } = random.pick(originals);
    writeFileSync(join(folder, `m${at}${extname(path)}`), mutate(content.toString('utf8'), random));
  }
  const { summary, outcomes } = await indexed(root);
  expect(summary.skipped.unreadable ?? 0).toBe(0);
  for (const path of Object.keys(neighbours)) expect(outcomes[path], path).toBe('parsed');
  report(`mutated ${language} files`, summary);
});

async function indexed(
  root: string,
  settings: { parseTimeoutMs?: number } = {},
): Promise<{ summary: JobSummary; outcomes: Record<string, string>; indexBytes: number }> {
  const home = temporaryFolder();
  const summary = await runJobProcess(home, root, { workers: 2, maxMemoryMb, ...settings });
  const skipped = Object.values(summary.skipped).reduce((sum, count) => sum + count, 0);
  expect(summary.indexed + skipped).toBe(summary.discovered);
  expect(summary.peakMemoryBytes / 1024 / 1024).toBeLessThan(maxMemoryMb);
  const store = await openStore(home, summary.projectId);
  try {
    const [ref] = await store.refs();
    if (ref === undefined) throw new Error('Nothing was published.');
    const files = await store.files(ref);
    const outcomes = Object.fromEntries(files.map(({ path, outcome }) => [path, outcome]));
    return { summary, outcomes, indexBytes: statSync(projectFile(home, summary.projectId)).size };
  } finally {
    await store.close();
  }
}

function report(what: string, { discovered, outcomes, peakMemoryBytes }: JobSummary): void {
  const { timeout = 0, too_complex = 0, crashed = 0 } = outcomes;
  reportSoak({
    [what]: discovered,
    'timed out': timeout,
    'too complex': too_complex,
    crashed,
    'MB at most': Math.round(peakMemoryBytes / 1024 / 1024),
  });
}

function nestedNamespaces(depth: number, constants: number): string {
  const open = Array.from({ length: depth }, (_, at) => `export namespace N${at}${'x'.repeat(240)} {\n`);
  const inner = Array.from({ length: constants }, (_, at) => `export const v${at} = 1;\n`);
  return `${open.join('')}${inner.join('')}${'}\n'.repeat(depth)}`;
}

/** Returns one file of each shape; a long run uses all files. */
function onlySome<Content>(files: Record<string, Content>): Record<string, Content> {
  const some = /^(deep\/(calls\.go|lists\.py)|flat\/(opened\.cs|functions\.rs)|random\/(bytes|letters)\.(rs|ts))$/;
  return Object.fromEntries(Object.entries(files).filter(([path]) => some.test(path)));
}
