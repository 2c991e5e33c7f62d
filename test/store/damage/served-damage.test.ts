/**
 * Damage while a server has the files open. A question is answered rightly or refused as `index_incompatible`, `/health`
 * keeps answering with the right word, and the remedy that the error names repairs the index, over MCP and on the
 * command line, while the same server goes on. A long run (`CODECOMPASS_TEST_LONG`) tries both remedies on every damage.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFile } from '../../../src/store/sqlite/open-store.ts';
import { runProgram } from '../../support/run-program.ts';
import {
  type Answer,
  type Connection,
  createFixture,
  environment,
  type Fixture,
  type HttpServer,
  startHttp,
  until,
} from '../../support/serve-fixture.ts';
import { reportSoak } from '../../support/soak-report.ts';
import { waitUntil, withDeadline } from '../../support/wait-until.ts';
import { servedDamages } from './served-damages.ts';

const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;

let fixture: Fixture;
let server: HttpServer;
let connection: Connection;
let file: string;
let edits = 0;
beforeAll(async () => {
  fixture = await createFixture({ indexed: false });
  await run('index');
  const [projectId = ''] = readdirSync(join(fixture.home, 'projects'));
  file = projectFile(fixture.home, projectId);
  server = await startHttp(fixture);
  connection = await server.connect();
});
afterAll(async () => {
  await connection?.close();
  await server?.end();
  fixture?.remove();
});

const remedies = {
  mcp: async (remedy: string) => {
    expect(remedy).toContain('Call index_repo with "force": true');
    // A question may have started a job, which ends soon.
    const { body } = await until(
      'a job that can start',
      () => connection.call('index_repo', { force: true }),
      ({ error }) => error?.code !== 'index_in_progress',
    );
    expect(body.error).toBeUndefined();
    await untilIdle();
  },
  cli: async (remedy: string) => {
    const [, command = ''] = /`codecompass ([^`]*)`/.exec(remedy) ?? [];
    const { exitCode, stderr } = await waitUntil(
      'a job that can start',
      () => run(...command.split(' ')),
      (ended) => !ended.stderr.includes('error[index_in_progress]'),
    );
    expect([command, exitCode, stderr.match(/error\[.*/)]).toEqual(['index --force', 0, null]);
  },
} as const;

/** The remedy of `index_incompatible`, for damage that a question does not notice. */
const forced = 'Call index_repo with "force": true, or run `codecompass index --force`.';

const tally: Record<string, number> = {};
const names = Object.keys(servedDamages).filter((name) => isLong || !servedDamages[name]?.isLong);
const cases = names.flatMap((name, at) => {
  const ways = isLong ? (['mcp', 'cli'] as const) : [at % 2 === 0 ? ('mcp' as const) : ('cli' as const)];
  return ways.map((way) => [name, way] as const);
});
// Each of these failed on the command line only, or over MCP only.
if (!isLong) cases.push(['cut to nothing', 'cli'], ['cut in half', 'mcp'], ['overwritten with a text', 'mcp']);

test.each(cases)('%s: reported and repaired (%s)', async (name, way) => {
  const damage = servedDamages[name];
  const found = await newFunction();
  const release = damage?.withLog ? await fillLog() : undefined;
  const isRight = ({ isError, body }: Answer) => !isError && JSON.stringify(body.results).includes(found);
  expect(isRight(await ask(found))).toBe(true);
  damage?.harm(file, fixture.home);
  await release?.();

  const answer = await ask(found);
  const health = await healthOf();
  expect(health.status).toBe(200);
  count(answer.isError ? 'refused' : 'answered');
  if (answer.isError) {
    expect(answer.body).toMatchObject({
      error: { code: 'index_incompatible' },
      metadata: { indexing_status: 'failed' },
    });
    expect(health.body).toMatchObject({ status: 'error', projects: [{ schema_status: 'corrupt_manifest' }] });
    const command = await run('search', found, '--json');
    const printed = JSON.parse(command.stdout);
    // A server that closes a sound file whose log was replaced removes what is in the log's place: the command finds no damage.
    if (printed.error) expect(printed).toMatchObject({ error: { code: 'index_incompatible' } });
    else expect(JSON.stringify(printed.results), command.stdout).toContain(found);
  } else {
    expect(isRight(answer), JSON.stringify(answer.body)).toBe(true);
    expect(health.body.status).toMatch(/^(ready|warming|indexing)$/);
  }

  await remedies[way](answer.body.error?.data.remediation ?? forced);
  count(`repaired over ${way}`);
  const after = await ask(found);
  expect(isRight(after), JSON.stringify(after.body)).toBe(true);
  expect(after.body.metadata).toMatchObject({ indexing_status: 'ready', freshness_status: 'fresh' });
  expect(integrityErrors()).toEqual([]);
  await waitUntil('the server to be ready', healthOf, ({ body }) => body.status === 'ready');
  await waitUntil(
    'the damaged file to be deleted',
    () => readdirSync(dirname(file)).filter((each) => each.includes('set-aside')),
    (left) => left.length === 0,
  );
});

test('reports what it did', () => {
  expect(tally.refused).toBeGreaterThan(0);
  expect(tally.answered).toBeGreaterThan(0);
  reportSoak(tally);
});

function count(what: string): void {
  tally[what] = (tally[what] ?? 0) + 1;
}

function ask(query: string): Promise<Answer> {
  return connection.call('search_code', { query });
}

function integrityErrors(): unknown {
  const helper = fileURLToPath(new URL('integrity-errors.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [helper, fixture.home, basename(dirname(file))], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

/** Another answer each time, so that a right one cannot come from a cache. */
async function newFunction(): Promise<string> {
  const name = `added_number_${++edits}`;
  fixture.repository.write({ 'src/added.rs': `pub fn ${name}() {}\n` });
  const isThere = (body: Answer['body']) => JSON.stringify(body.results ?? []).includes(name);
  await until('the new function', () => ask(name), isThere);
  return name;
}

/** Leaves a job's changes in the log. Returns the function that ends the process that keeps them there. */
async function fillLog(): Promise<() => Promise<void>> {
  const helper = fileURLToPath(new URL('hold-snapshot.mjs', import.meta.url));
  const holder = spawn(process.execPath, [helper, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  await withDeadline('the snapshot', new Promise((resolve) => holder.stdout.once('data', resolve)));
  await remedies.mcp(forced);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  return async () => {
    holder.stdin.end();
    await ended;
  };
}

async function untilIdle(): Promise<void> {
  await until(
    'no job to run',
    () => connection.call('index_status'),
    (body) => body.active_job === null && body.index_status !== 'indexing',
  );
}

async function healthOf() {
  const response = await fetch(`${server.url}health`);
  // biome-ignore lint/suspicious/noExplicitAny: the words are what the test checks.
  return { status: response.status, body: (await response.json()) as any };
}

function run(...args: string[]) {
  return runProgram(args, { cwd: fixture.repository.root, env: environment(fixture) });
}
