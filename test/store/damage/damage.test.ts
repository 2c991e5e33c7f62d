/**
 * The program and the server detect a damaged or foreign index, and a forced index repairs it. Damage never causes a
 * wrong or empty answer. `CODECOMPASS_TEST_PAGES` sets the number of pages to wipe; a long run
 * (`CODECOMPASS_TEST_LONG`) checks the program and the server with every kind of damage.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectReader } from '../../../src/query/view/ref-view.ts';
import { inspectIndex, openStore, projectFile } from '../../../src/store/sqlite/open-store.ts';
import { exampleFiles } from '../../support/example-repository.ts';
import { randomFrom } from '../../support/random.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { programIn } from '../../support/run-program.ts';
import { sampleSources } from '../../support/sample-sources.ts';
import { connectStdio, createFixture, type Fixture } from '../../support/serve-fixture.ts';
import { reportSoak } from '../../support/soak-report.ts';
import type { TestFiles } from '../../support/test-repository.ts';
import { fatalDamages, harmlessDamages, pageBytes, wipeTable, zeroPages } from './damages.ts';
import { queries } from './queries.ts';

const pages = Number(process.env.CODECOMPASS_TEST_PAGES ?? 16);
const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;

/** The others are repaired in the same way. */
const healedInShort = ['another schema', 'a lost log'];

let fixture: Fixture;
let projectId: string;
let soundFile: string;
let olderFile: string;
let expected: Record<string, unknown>;
beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: filesWithLongFacts() });
  const { home, base, repository } = fixture;
  ({ projectId } = await indexInProcess(home, repository.root));
  olderFile = join(base, 'older.db');
  soundFile = join(base, 'sound.db');
  copyFileSync(projectFile(home, projectId), olderFile);
  repository.write({ 'src/handler.rs': '\n\npub fn other() {}\n', 'src/more.rs': 'pub fn more() {}\n'.repeat(40) });
  await indexInProcess(home, repository.root);
  copyFileSync(projectFile(home, projectId), soundFile);
  expected = await answersOf(home);
  expect(Object.values(expected).filter((answer) => answer instanceof Error)).toEqual([]);
});
afterAll(() => fixture.remove());

test.each(Object.keys(fatalDamages))('detects an index with %s and repairs it by force', async (name) => {
  const home = damagedHome(fatalDamages[name]);
  expect((await inspectIndex(home, projectId)).status).toMatch(/^(reindex_required|corrupt_manifest)$/);
  await expect(openStore(home, projectId)).rejects.toMatchObject(incompatible);
  const job = indexInProcess(home, fixture.repository.root);
  await expect(job).rejects.toMatchObject(incompatible);
  if (isLong || name === 'no database at all') await expectProgramAndServerToTell(home);
  if (isLong || healedInShort.includes(name)) await expectForceToHeal(home);
});

test.each(Object.keys(harmlessDamages))('answers despite %s', async (name) => {
  const home = damagedHome(harmlessDamages[name]);
  expect(await answersOf(home)).toEqual(expected);
});

test('keeps the old file until the new one is published', async () => {
  const home = damagedHome(fatalDamages['cut in half']);
  const job = new AbortController();
  const atFirstEvent = () => job.abort();
  await expect(
    indexInProcess(home, fixture.repository.root, { force: true }, job.signal, atFirstEvent),
  ).rejects.toThrow();
  const folder = dirname(projectFile(home, projectId));
  expect(readdirSync(folder).some((name) => name.includes('.set-aside-'))).toBe(true);
  await expectForceToHeal(home);
});

test(`never answers wrongly with one of ${pages} pages wiped`, {
  timeout: Math.min(3_600_000, 120_000 + pages * 5_000),
}, async () => {
  const all = Array.from({ length: statSync(soundFile).size / pageBytes }, (_, at) => at);
  const random = randomFrom(11);
  const chosen = pages >= all.length ? all : Array.from({ length: pages }, () => random.pick(all));
  const tally = { 'pages wiped': 0, 'answers refused': 0, 'answers right': 0, 'wiped pages healed': 0 };
  let healed = 0;
  for (const page of chosen) {
    const home = damagedHome((file) => zeroPages(file, [page]));
    tally['pages wiped']++;
    const answers = await answersOf(home);
    for (const [asked, answer] of Object.entries(answers)) {
      if (answer instanceof Error) {
        expect(answer, `${asked}, page ${page}`).toMatchObject(incompatible);
        tally['answers refused']++;
      } else {
        expect(answer, `${asked}, page ${page}`).toEqual(expected[asked]);
        tally['answers right']++;
      }
    }
    const isHarmed = Object.values(answers).some((answer) => answer instanceof Error);
    // A long run repairs every one.
    if (isHarmed && healed < pages / 20) {
      healed++;
      await expectForceToHeal(home);
      tally['wiped pages healed']++;
    }
    rmSync(home, { recursive: true });
  }
  reportSoak(tally);
  expect(tally['answers refused']).toBeGreaterThan(0);
});

test('reports damage that only a query detects, through program and server', async () => {
  const home = damagedHome((file) => wipeTable(file, 'symbols'));
  expect((await inspectIndex(home, projectId)).status).toBe('compatible');
  await expectProgramAndServerToTell(home);
  await expectForceToHeal(home);
});

test('answers through program and server if the registry is not a database', async () => {
  const { root } = fixture.repository;
  const home = damagedHome(() => {});
  const overwrite = () => writeFileSync(join(home, 'registry.db'), 'this is a text\n'.repeat(2_000));
  overwrite();
  const { exitCode, stdout, stderr } = programIn(root, dirname(home))('search', 'validate_token', '--json');
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain('src/auth/jwt.rs');
  for (const name of readdirSync(home)) if (/^registry\.db(-|$)/.test(name)) rmSync(join(home, name));
  overwrite();
  // The server was started without a workspace, so it knows the workspace only from the index.
  const server = await connectStdio({ ...fixture, home }, []);
  try {
    const { body } = await server.call('search_code', { query: 'validate_token', workspace: root });
    expect(JSON.stringify(body)).toContain('src/auth/jwt.rs');
  } finally {
    await server.close();
  }
});

const incompatible = { code: 'index_incompatible', remediation: expect.stringContaining('index --force') };

async function expectProgramAndServerToTell(home: string): Promise<void> {
  const run = programIn(fixture.repository.root, dirname(home));
  const { exitCode, stdout } = run('search', 'validate_token', '--json');
  expect(JSON.parse(stdout), stdout).toMatchObject({ error: { code: 'index_incompatible' } });
  expect(stdout).toContain('index --force');
  expect(exitCode).toBe(1);
  const server = await connectStdio({ ...fixture, home });
  try {
    const { isError, body } = await server.call('search_code', { query: 'validate_token' });
    expect(body).toMatchObject({ error: { code: 'index_incompatible' } });
    expect(JSON.stringify(body.error.data.remediation)).toContain('index --force');
    expect(isError).toBe(true);
  } finally {
    await server.close();
  }
}

async function expectForceToHeal(home: string): Promise<void> {
  await indexInProcess(home, fixture.repository.root, { force: true });
  const store = await openStore(home, projectId);
  expect(await store.integrityErrors()).toEqual([]);
  await store.close();
  expect(await answersOf(home)).toEqual(expected);
  const folder = dirname(projectFile(home, projectId));
  expect(readdirSync(folder).filter((name) => name.includes('.set-aside-'))).toEqual([]);
}

/** Creates a data directory with a damaged index and an intact registry. */
function damagedHome(damage: ((file: string, olderFile: string) => void) | undefined): string {
  if (damage === undefined) throw new Error('Unknown damage.');
  const home = join(fixture.base, `damaged-${Math.random().toString(36).slice(2)}`, 'data');
  const file = projectFile(home, projectId);
  mkdirSync(dirname(file), { recursive: true });
  const registry = join(fixture.home, 'registry.db');
  if (existsSync(registry)) cpSync(registry, join(home, 'registry.db'));
  copyFileSync(soundFile, file);
  damage(file, olderFile);
  return home;
}

/** Returns the answer or error of every query. */
async function answersOf(home: string): Promise<Record<string, unknown>> {
  const store = await openStore(home, projectId).catch((thrown: unknown) => thrown as Error);
  if (store instanceof Error) return Object.fromEntries(Object.keys(queries).map((name) => [name, store]));
  const reader = new ProjectReader(projectId, store);
  const answers: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(queries)) {
    answers[name] = await reader.view('main', ask).catch((thrown: unknown) => thrown);
  }
  await store.close();
  return answers;
}

/** The example with facts that exceed one page: a long comment, and hundreds of calls of one function. */
function filesWithLongFacts(): TestFiles {
  const comment = Array.from({ length: 120 }, (_, at) => `/// Line ${at} of a comment that is longer than one page.\n`);
  const calls = Array.from({ length: 900 }, () => '    often_called(1);\n');
  return {
    ...exampleFiles,
    // More pages for a long run.
    ...(isLong ? Object.fromEntries(sampleSources) : {}),
    'src/long.rs': `${comment.join('')}pub fn documented() {}\n\npub fn often_called(x: u32) {}\n\nfn caller() {\n${calls.join('')}}\n`,
  };
}
