/**
 * Several processes on one project: servers over stdio and HTTP, CLI searches, syncs and forced indexes during queries.
 * No caller gets a lock error, no answer is wrong, empty or older than the last sync before its request, and no process
 * is left behind. `CODECOMPASS_TEST_SECONDS` sets the duration.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { exampleFiles } from '../support/example-repository.ts';
import { randomFrom } from '../support/random.ts';
import { type ProgramRun, programEnvironment, runProgram } from '../support/run-program.ts';
import { connectStdio, createFixture, type Fixture, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';
import { waitUntil } from '../support/wait-until.ts';

const seconds = Number(process.env.CODECOMPASS_TEST_SECONDS ?? 5);
/** Errors that are allowed while another job runs. */
const isBusy = /^(index|sync)_in_progress$/;

test(`serves several processes on one project for ${seconds} s`, { timeout: 120_000 + seconds * 4_000 }, async () => {
  const fixture = await createFixture({ indexed: false, files: exampleFiles });
  onTestFinished(() => fixture.remove());
  const { repository } = fixture;
  repository.write(versionFiles(0));
  // All start at once without an index: each waits for the others or reports that it is busy.
  const firsts = await Promise.all([1, 2, 3].map(() => run(fixture, 'index', '--json')));
  for (const first of firsts) expectSound(first, 'first index');
  expect(firsts.some(({ exitCode }) => exitCode === 0)).toBe(true);

  const http = await startHttp(fixture);
  const connections = [await connectStdio(fixture), await connectStdio(fixture), await http.connect()];
  const tally = { searches: 0, 'calls of servers': 0, syncs: 0, 'forced indexes': 0, 'times busy': 0 };
  let published = 0;
  let written = 0;
  let hasEnded = false;
  const until = performance.now() + seconds * 1_000;
  const repeat = async (work: () => Promise<void>) => {
    while (!hasEnded && performance.now() < until) await work();
  };

  const asksServer = (connection: (typeof connections)[number], at: number) => {
    const random = randomFrom(at);
    return repeat(async () => {
      const before = published;
      const asked = random.pick(['steady', 'version', 'words'] as const);
      const { isError, body } =
        asked === 'words'
          ? await connection.call('search_code', { query: 'signature and expiry of a token' })
          : await connection.call('locate_symbol', { name: asked === 'steady' ? 'validate_token' : 'version_marker' });
      tally['calls of servers']++;
      expect(isError, JSON.stringify(body)).toBe(false);
      if (asked === 'version') expectVersion(body, before, written);
      // The words stand in the doc comment above the function.
      else if (asked === 'words')
        expect(body.results[0]).toMatchObject({ path: 'src/auth/jwt.rs', name: 'validate_token' });
      else expect(body.results[0]).toMatchObject({ path: 'src/auth/jwt.rs', name: 'validate_token', line_start: 23 });
    });
  };
  const searches = () =>
    repeat(async () => {
      const before = published;
      const steady = await run(fixture, 'search', 'validate_token', '--json');
      expect(steady.exitCode, steady.stdout + steady.stderr).toBe(0);
      expect(JSON.parse(steady.stdout).results[0]).toMatchObject({ path: 'src/auth/jwt.rs', line_start: 23 });
      const changing = await run(fixture, 'search', 'version_marker', '--json');
      expectVersion(JSON.parse(changing.stdout), before, written);
      tally.searches += 2;
    });
  const syncs = () =>
    repeat(async () => {
      const version = ++written;
      repository.write(versionFiles(version));
      const giveUpAtMs = until + 60_000;
      for (;;) {
        const isForced = version % 4 === 0;
        const ended = await run(fixture, ...(isForced ? ['index', '--force', '--json'] : ['sync', '--json']));
        expectSound(ended, 'sync');
        if (ended.exitCode !== 0) {
          tally['times busy']++;
          expect(performance.now(), 'a sync gets its turn within a minute').toBeLessThan(giveUpAtMs);
          continue;
        }
        tally[isForced ? 'forced indexes' : 'syncs']++;
        published = version;
        return;
      }
    });

  try {
    await Promise.all([...connections.map(asksServer), searches(), searches(), syncs()]);
  } finally {
    hasEnded = true;
    await Promise.all(connections.map((connection) => connection.close()));
    expect(await http.end()).toBe(0);
  }
  await expectNobodyLeft(fixture.home);
  reportSoak({ seconds, ...tally });
  for (const [what, count] of Object.entries(tally)) {
    if (what !== 'times busy' && what !== 'forced indexes') expect(count, what).toBeGreaterThan(0);
  }
});

/** The function is on the line with the number of the version, so an answer shows which version it is from. */
function versionFiles(version: number): Record<string, string> {
  return { 'src/version.rs': `${'\n'.repeat(version)}pub fn version_marker() {}\n` };
}

function expectVersion(body: { results: { line_start: number }[] }, least: number, most: number): void {
  const version = (body.results[0]?.line_start ?? 0) - 1;
  expect(version, JSON.stringify(body)).toBeGreaterThanOrEqual(least);
  expect(version, JSON.stringify(body)).toBeLessThanOrEqual(most);
}

function expectSound({ exitCode, stdout, stderr }: ProgramRun, about: string): void {
  if (exitCode === 0) return;
  expect(JSON.parse(stdout).error.code, `${about}: ${stdout} ${stderr}`).toMatch(isBusy);
}

const run = ({ base, home, repository }: Fixture, ...args: string[]): Promise<ProgramRun> =>
  runProgram(args, { cwd: repository.root, env: programEnvironment(base, home) });

/** Our processes are recognized by the data directory in their environment. Ending ones get some time. */
async function expectNobodyLeft(home: string): Promise<void> {
  const left = () => processesWith(`CODECOMPASS_HOME=${home}`);
  await waitUntil('all processes to end', left, ({ length }) => length === 0, { deadlineMs: 20_000, betweenMs: 200 });
}

function processesWith(setting: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(setting);
        return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        // It has ended or belongs to another user.
        return [];
      }
    });
}
