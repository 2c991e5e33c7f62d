/**
 * After a kill, a full disk or an I/O error at any write, the index is the old or the new one, and the next run repairs
 * it. `CODECOMPASS_TEST_FAULTS` sets the number of faults, `CODECOMPASS_TEST_SEED` the seed.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CodedError } from '../../../src/errors.ts';
import type { JobRequest } from '../../../src/indexing/job/job.ts';
import { projectIdOf } from '../../../src/store/registry/registry.ts';
import { inspectIndex, openStore, projectFile } from '../../../src/store/sqlite/open-store.ts';
import { openDatabase } from '../../../src/store/sqlite/sqlite.ts';
import { type Fault, faultKinds, runFaultyJob } from '../../support/faulty-job.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { sampleSources } from '../../support/sample-sources.ts';
import { reportSoak } from '../../support/soak-report.ts';
import { contentOf, dumpStore } from '../../support/store-dump.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';

const points = Number(process.env.CODECOMPASS_TEST_FAULTS ?? 4);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 6);

interface Scenario {
  readonly request: Pick<JobRequest, 'operation' | 'force'>;
  /** The content of the data directory before the job. */
  readonly before: 'nothing' | 'old' | 'other schema';
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'full index': { request: { operation: 'index', force: false }, before: 'nothing' },
  sync: { request: { operation: 'sync', force: false }, before: 'old' },
  'forced index': { request: { operation: 'index', force: true }, before: 'old' },
  migration: { request: { operation: 'index', force: true }, before: 'other schema' },
};

/** The phase of a write, by its SQL; the first match counts. */
const phases: Readonly<Record<string, RegExp>> = {
  commit: /^COMMIT/,
  schema: /^(CREATE|BEGIN)/,
  publish: /refs|ref_files|ref_skips/,
  lease: /lease|jobs/,
  prune: /^DELETE/,
  log: /^PRAGMA/,
  facts: /./,
};

test(`survives ${points} faults at chosen writes (seed ${seed})`, {
  timeout: 120_000 + points * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const repository = createRepository(someFiles());
  const { root } = repository;
  const projectId = projectIdOf(repository.path('.git'));
  const oldHome = temporaryFolder();
  await runFaultyJob(oldHome, root, undefined, { operation: 'index', force: false });
  const old = contentOf(projectFile(oldHome, projectId));
  repository.write(Object.fromEntries(Object.entries(someFiles()).map(([path, text]) => [path, `\n\n${text}`])));
  repository.remove('lib-1');
  const newHome = temporaryFolder();
  await runFaultyJob(newHome, root, undefined, { operation: 'index', force: false });
  const fresh = contentOf(projectFile(newHome, projectId));
  expect(fresh).not.toEqual(old);
  const otherHome = temporaryFolder();
  cpSync(oldHome, otherHome, { recursive: true });
  changeSchema(projectFile(otherHome, projectId));
  const homeBefore = { nothing: undefined, old: oldHome, 'other schema': otherHome };

  const prepared = (scenario: Scenario) => {
    const home = temporaryFolder();
    const before = homeBefore[scenario.before];
    if (before !== undefined) cpSync(before, home, { recursive: true });
    return home;
  };
  const names = Object.keys(scenarios);
  const writes = new Map<string, string[]>();
  const tally: Record<string, number> = {};
  const count = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };
  let reached = 0;
  for (let round = 0; reached < points; round++) {
    expect(round, 'most points are reached').toBeLessThan(10 + points * 2);
    const name = names[round % names.length] as string;
    const scenario = scenarios[name] as Scenario;
    if (!writes.has(name)) writes.set(name, await writesOf(prepared(scenario), root, scenario.request));
    const home = prepared(scenario);
    const file = projectFile(home, projectId);
    const { at, phase } = chooseWrite(writes.get(name) as string[], round, random);
    const kind = random.pick(faultKinds);
    const log = join(temporaryFolder(), 'log');
    const fault: Fault = { file: 'index.db', log, kind, at, lasts: random.below(2) === 0 };
    const about = `${name}, ${phase}, write ${at}, ${kind}${fault.lasts ? ' and all later writes' : ''}`;
    const outcome = await runFaultyJob(home, root, fault, scenario.request).catch((thrown: unknown) => thrown);
    // The number of writes depends on the duration of the job, so some points are never reached.
    if (existsSync(log)) {
      reached++;
      count(phase);
      count(kind);
    } else count('points not reached');
    expectOutcome(outcome, kind, about);

    const { status } = await inspectIndex(home, projectId);
    const isSetAside = existsSync(dirname(file)) && readdirSync(dirname(file)).some((each) => /set-aside/.test(each));
    if (status === 'compatible') {
      const store = await openStore(home, projectId);
      expect(await store.integrityErrors(), about).toEqual([]);
      await store.close();
    }
    const seen = status === 'compatible' ? contentOf(file) : undefined;
    const isFresh = JSON.stringify(seen) === JSON.stringify(fresh);
    if (outcome instanceof Error && seen !== undefined && seen.refs.length > 0 && !isFresh) {
      expect(scenario.before, about).toBe('old');
      expect(seen, about).toEqual(old);
      count('found the old index');
    } else if (isFresh) count('found the new index');
    else {
      expect(outcome, about).toBeInstanceOf(Error);
      // Nothing is published: there was nothing before, or the old schema is still in place or quarantined.
      const isKept = scenario.before === 'other schema' && (status === 'reindex_required' || isSetAside);
      expect(scenario.before === 'nothing' || isKept, `${about}: ${status}`).toBe(true);
      count(status === 'reindex_required' ? 'found the other schema' : 'found nothing published');
    }

    await runFaultyJob(home, root, undefined, scenario.request);
    expect(contentOf(file), about).toEqual(fresh);
    const { leftovers } = dumpStore(file);
    expect(Object.values(leftovers).every((amount) => amount === 0) ? {} : leftovers, about).toEqual({});
    expect(
      readdirSync(dirname(file)).filter((each) => /set-aside/.test(each)),
      about,
    ).toEqual([]);
  }
  reportSoak({ 'fault points': reached, ...tally });
});

function expectOutcome(outcome: unknown, kind: Fault['kind'], about: string): void {
  if (!(outcome instanceof Error)) return;
  expect(outcome, about).toBeInstanceOf(CodedError);
  const { code, message, remediation } = outcome as CodedError;
  expect(remediation, about).not.toBe('');
  if (kind === 'kill before' || kind === 'kill after') expect(message, about).toContain('SIGKILL');
  else expect(code, `${about}: ${message}`).toBe(kind === 'i/o error' ? 'io_error' : 'disk_full');
}

/** Alternates between the phases, because most writes belong to one of them. */
function chooseWrite(sql: readonly string[], round: number, random: Random): { at: number; phase: string } {
  const found = sql.map((each) => Object.entries(phases).find(([, pattern]) => pattern.test(each))?.[0] ?? 'facts');
  const present = Object.keys(phases).filter((each) => found.includes(each));
  const phase = present[Math.floor(round / Object.keys(scenarios).length + round) % present.length] as string;
  const places = found.flatMap((each, at) => (each === phase ? [at + 1] : []));
  return { at: random.pick(places), phase };
}

async function writesOf(home: string, root: string, request: Scenario['request']): Promise<string[]> {
  const log = join(temporaryFolder(), 'log');
  await runFaultyJob(home, root, { file: 'index.db', log }, request);
  return readFileSync(log, 'utf8').trim().split('\n');
}

function changeSchema(file: string): void {
  const database = openDatabase(file);
  database.exec('PRAGMA user_version = 1');
  database.close();
}

function someFiles(): Record<string, string> {
  const sources = [...sampleSources].filter(([path]) => /^go\//.test(path));
  return Object.fromEntries(
    [0, 1, 2].flatMap((copy) =>
      sources.map(([path, content]) => [`lib-${copy}/${path}`, `${content.toString('utf8')}\n`]),
    ),
  );
}
