/**
 * Mutated messages over stdio and HTTP: the server stays up, answers every message with an id, and its memory does not
 * grow. `CODECOMPASS_TEST_MESSAGES` sets the number of messages per transport, `CODECOMPASS_TEST_SEED` the seed.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxIdLength } from '../../src/serve/mcp/json-rpc.ts';
import { program } from '../support/build-output.ts';
import {
  askedForHoldings,
  canMeasure,
  driftOf,
  type Holdings,
  holdingsOf,
  type Kept,
} from '../support/measure-process.ts';
import { mutated, soundMessages } from '../support/mutate-message.ts';
import { randomFrom } from '../support/random.ts';
import { createFixture, environment, type Fixture, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';
import { withDeadline } from '../support/wait-until.ts';

const count = Number(process.env.CODECOMPASS_TEST_MESSAGES ?? 150);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 1);
const timeoutMs = 60_000 + count * 60;
const atOnce = 50;
/** Allowed growth of the heap, after garbage collection, between early in a long run and its end. */
const maxGrowthMb = 8;
const maxResidentGrowthMb = 24;
/** Memory samples per run. */
const samplesPerRun = 10;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
});
afterAll(() => fixture?.remove());

/** Returns the id of a message that requires an answer. */
function idToAnswer(text: string): string | number | undefined {
  try {
    const { id, method, result, error } = JSON.parse(text);
    if (method === undefined && (result !== undefined || error !== undefined)) return undefined;
    const isId =
      (typeof id === 'string' && id.length <= maxIdLength) || (typeof id === 'number' && Number.isFinite(id));
    return isId ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id of the call that a message cancels, which then needs no answer. */
function idTakenBack(text: string): unknown {
  try {
    const { id, method, params } = JSON.parse(text);
    return id === undefined && method === 'notifications/cancelled' ? params?.requestId : undefined;
  } catch {
    return undefined;
  }
}

/** Samples the memory of a server while messages are sent, with and without garbage. */
function watchMemory() {
  const asked = askedForHoldings(fixture.base);
  const samples: Holdings[] = [];
  const kept: Kept[] = [];
  return {
    env: asked.env,
    sample: async (pid: number | undefined, sent: number) => {
      if (!canMeasure || pid === undefined) return;
      samples.push(holdingsOf(pid));
      if (sent >= ((kept.length + 1) * count) / samplesPerRun) kept.push(await asked.ask(pid));
    },
    check: (way: string, startedAtMs: number) => {
      const seconds = Math.round((performance.now() - startedAtMs) / 1000);
      const { early, late } = driftOf(samples);
      const after = kept.map(({ heapMb, residentMb }) => `${heapMb}/${residentMb}`).join(', ');
      console.info(
        `${way}: ${count} messages, seed ${seed}, ${seconds} s, ${early.residentMb} MB early, ${late.residentMb} late, ` +
          `${late.peakMb} at most, ${late.openFiles} open files; after collections ${after} MB of heap/resident`,
      );
      const [first, last] = [kept[1], kept.at(-1)];
      if (first === undefined || last === undefined) return;
      reportSoak({
        [`messages over ${way}`]: count,
        seconds,
        'MB of heap after a fifth': first.heapMb,
        'MB of heap at the end': last.heapMb,
        'MB resident at the least in the second fifth': early.residentMb,
        'MB in the last': late.residentMb,
        'MB at most': late.peakMb,
      });
      expect(last.heapMb - first.heapMb).toBeLessThan(maxGrowthMb);
      // At times the allocator holds tens of unused megabytes, so the minimum of many samples is compared.
      expect(late.residentMb - early.residentMb).toBeLessThan(maxResidentGrowthMb);
      // Up to one connection per concurrent message may be open in one sample and closed in another.
      expect(late.openFiles - early.openFiles).toBeLessThan(atOnce + 10);
    },
  };
}

test('over stdio', { timeout: timeoutMs }, async () => {
  const memory = watchMemory();
  const child = spawn(process.execPath, [program, 'serve-mcp', '--workspace', fixture.repository.root], {
    env: environment(fixture, memory.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const answers = new Map<string, number>();
  let heard: (() => void) | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line);
    answers.set(JSON.stringify(id), (answers.get(JSON.stringify(id)) ?? 0) + 1);
    heard?.();
  });
  const wanted = new Map<string, { count: number; text: string }>();
  const isMissing = () => [...wanted].filter(([id, { count: times }]) => (answers.get(id) ?? 0) < times);
  const random = randomFrom(seed);
  const messages = soundMessages(fixture.repository.root);
  const startedAtMs = performance.now();
  for (let sent = 0; sent < count; sent += atOnce) {
    const texts = Array.from({ length: Math.min(atOnce, count - sent) }, (_, at) =>
      mutated(random, messages, 1_000 + sent + at),
    );
    for (const text of texts) {
      const id = idToAnswer(text);
      const key = JSON.stringify(id);
      if (id !== undefined) wanted.set(key, { count: (wanted.get(key)?.count ?? 0) + 1, text });
      child.stdin.write(`${text}\n`);
    }
    for (const text of texts) wanted.delete(JSON.stringify(idTakenBack(text)));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new Error(
            `No answer to ${isMissing()
              .map(([id, { text }]) => `${id}: ${text.slice(0, 300)}`)
              .join('\n')}`,
          ),
        );
      }, 120_000);
      heard = () => {
        if (isMissing().length > 0) return;
        clearTimeout(timer);
        resolve();
      };
      heard();
    });
    // Answered messages are dropped.
    for (const key of wanted.keys()) if (key.length > 6 || Number(key) >= 1_000) wanted.delete(key);
    await memory.sample(child.pid, sent + atOnce);
  }
  expect(child.exitCode).toBe(null);
  memory.check('stdio', startedAtMs);
  child.stdin.end();
  expect(await withDeadline('the server to end', exited)).toBe(0);
});

test('over HTTP', { timeout: timeoutMs }, async () => {
  const memory = watchMemory();
  const server = await startHttp(fixture, undefined, memory.env);
  const random = randomFrom(seed + 1);
  const messages = soundMessages(fixture.repository.root);
  const startedAtMs = performance.now();
  for (let sent = 0; sent < count; sent += atOnce) {
    const texts = Array.from({ length: Math.min(atOnce, count - sent) }, (_, at) =>
      mutated(random, messages, 1_000 + sent + at),
    );
    await Promise.all(
      texts.map(async (text) => {
        // A keep-alive connection may close while it is reused. If the server has ended, the second attempt fails too.
        const response = await server.post(text).catch(() => server.post(text));
        const body = await response.text();
        expect([200, 202, 400, 404], `${response.status} ${body} for ${text.slice(0, 500)}`).toContain(response.status);
        const id = idToAnswer(text);
        if (id === undefined) return;
        const answered = JSON.stringify((JSON.parse(body) as { id: unknown }).id);
        // Input that is not a message may have an invalid id.
        const allowed = [JSON.stringify(id), ...(response.status === 400 ? ['null'] : [])];
        expect(allowed, `${body} for ${text.slice(0, 500)}`).toContain(answered);
      }),
    );
    await memory.sample(server.process.pid, sent + atOnce);
  }
  memory.check('HTTP', startedAtMs);
  expect((await fetch(`${server.url}health`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});
