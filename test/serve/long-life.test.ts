/**
 * A long-running server does not leak: after many queries and syncs its memory, open files and WAL have not grown.
 * `CODECOMPASS_TEST_QUERIES` and `CODECOMPASS_TEST_SYNCS` set the numbers.
 */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { canMeasure, driftOf, type Holdings, holdingsOf } from '../support/measure-process.ts';
import { randomFrom } from '../support/random.ts';
import { createFixture, environment } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

const queries = Number(process.env.CODECOMPASS_TEST_QUERIES ?? 300);
const syncs = Number(process.env.CODECOMPASS_TEST_SYNCS ?? 3);
const atOnce = 20;
const maxGrowthMb = 40;
const maxLogBytes = 8 << 20;

test.skipIf(!canMeasure)(
  'memory, open files and the WAL do not grow',
  { timeout: 120_000 + queries * 60 + syncs * 30_000 },
  async () => {
    const fixture = await createFixture({ indexed: true });
    const child = spawn(process.execPath, [program, 'serve-mcp', '--workspace', fixture.repository.root], {
      env: environment(fixture),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const waiting = new Map<number, (body: Record<string, unknown>) => void>();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(JSON.parse(result.content[0].text));
      waiting.delete(id);
    });
    let lastId = 0;
    const call = (name: string, args: object = {}): Promise<Record<string, unknown>> =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        child.stdin.write(
          `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`,
        );
      });
    const random = randomFrom(1);
    const words = [
      'token',
      'validate',
      'rate limit',
      'claims',
      'request',
      'handler',
      'never there',
      'auth error',
      'key',
    ];
    const symbols = [
      'validate_token',
      'JwtValidator',
      'authenticate',
      'process_request',
      'Claims',
      'check_rate_limit',
      'gone',
    ];
    const ask: readonly (() => Promise<Record<string, unknown>>)[] = [
      () => call('search_code', { query: `${random.pick(words)} ${random.pick(words)} ${random.below(1_000)}` }),
      () => call('locate_symbol', { name: random.pick(symbols) }),
      () => call('get_code_context', { query: random.pick(words), strategy: random.pick(['breadth', 'depth']) }),
      () => call('get_call_graph', { symbol_name: random.pick(symbols), depth: 2, direction: 'both' }),
      () => call('get_file_outline', { path: random.pick(['src/auth/jwt.rs', 'src/handler.rs', 'nope.rs']) }),
      () => call('find_related_symbols', { symbol_name: random.pick(symbols) }),
      () => call('get_symbol_hierarchy', { symbol_name: random.pick(symbols) }),
      () =>
        call('compare_symbol_between_commits', {
          symbol_name: random.pick(symbols),
          base_ref: 'main',
          head_ref: 'feat/auth',
        }),
      () => call('search_code', { query: 'token', ref: random.pick(['main', 'feat/auth', 'gone']) }),
      () => call('index_status'),
      () => call('health_check'),
    ];
    // Tables that are loaded with the first question of their kind, such as word vectors, are no growth.
    for (const each of ask) await each();
    await call('search_code', { query: 'how are tokens of a user checked before they expire' });
    const startedAtMs = performance.now();
    const samples: Holdings[] = [];
    let longestLogBytes = 0;
    const { project_id } = await call('index_status');
    const log = join(fixture.home, 'projects', String(project_id), 'index.db-wal');
    const everyQueries = Math.max(atOnce, Math.floor(queries / syncs / atOnce) * atOnce);
    let synced = 0;
    for (let asked = 0; asked < queries; asked += atOnce) {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => random.pick(ask)()));
      expect(
        answers.filter(({ error }) => (error as { code?: string } | undefined)?.code === 'internal_error'),
      ).toEqual([]);
      if (asked % everyQueries === 0 && synced < syncs) {
        fixture.repository.write({ [`src/new${synced % 7}.rs`]: `pub fn fresh_${synced}() {}\n` });
        await call('sync_repo');
        await waitUntil(
          'the sync',
          () => call('index_status'),
          ({ active_job }) => active_job === null,
        );
        synced++;
        const { results } = (await call('locate_symbol', { name: `fresh_${synced - 1}` })) as { results: unknown[] };
        expect(results).toHaveLength(1);
      }
      samples.push(holdingsOf(child.pid as number));
      longestLogBytes = Math.max(longestLogBytes, statSync(log, { throwIfNoEntry: false })?.size ?? 0);
    }
    child.stdin.end();
    expect(await withDeadline('the server to end', exited)).toBe(0);
    fixture.remove();
    const { early, late } = driftOf(samples);
    console.info(
      `long life: ${queries} queries and ${synced} syncs in ${Math.round((performance.now() - startedAtMs) / 1000)} s; ` +
        `${early.residentMb} MB early, ${late.residentMb} late, ${late.peakMb} at most; ` +
        `${early.openFiles} open files, then ${late.openFiles}; log of ${longestLogBytes} bytes at most`,
    );
    reportSoak({
      queries,
      syncs: synced,
      'MB after a fifth': early.residentMb,
      'MB at the end': late.residentMb,
      'MB at most': late.peakMb,
      'open files after a fifth': early.openFiles,
      'open files at the end': late.openFiles,
      'bytes of the log at most': longestLogBytes,
    });
    expect(late.residentMb - early.residentMb).toBeLessThan(maxGrowthMb);
    expect(late.openFiles - early.openFiles).toBeLessThan(8);
    expect(longestLogBytes).toBeLessThan(maxLogBytes);
  },
);
