/**
 * Read your writes: after random operations on a working tree, no answer that says `fresh` is wrong. Clients of three
 * servers on one project (two over stdio, one over HTTP) ask about what has changed, at once and again until the answer
 * is right. `CODECOMPASS_TEST_EDITS` sets the number of operations, `CODECOMPASS_TEST_SEED` the seed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generatedFiles, Oracle, takeNewFunctions } from '../support/edits/edited-repository.ts';
import { type Operation, randomOperation, type Workplace } from '../support/edits/operations.ts';
import {
  firstQuestions,
  type Question,
  questionsAbout,
  type Snapshot,
  snapshotOf,
} from '../support/edits/questions.ts';
import { randomFrom } from '../support/random.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Answer, type Connection, connectStdio, createFixture, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';

const edits = Number(process.env.CODECOMPASS_TEST_EDITS ?? 16);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 16);
const betweenAsksMs = 20;
const deadlineMs = 120_000;

test.each([50, 3_000])(
  'no answer that says fresh is wrong, in a repository of %i files',
  { timeout: 600_000 + edits * 10_000 },
  async (fileCount) => {
    const random = randomFrom(seed + fileCount);
    const fixture = await createFixture({ indexed: false, files: generatedFiles(fileCount) });
    const { repository } = fixture;
    const outside = join(fixture.base, 'outside');
    mkdirSync(outside);
    await indexInProcess(fixture.home, repository.root);
    const http = await startHttp(fixture);
    const clients = [await connectStdio(fixture), await connectStdio(fixture), await http.connect()];
    const workplace: Workplace = { repository, outside, oracle: new Oracle(repository), random, touched: [] };
    const tally = new Tally();
    try {
      let snapshot = snapshotOf(workplace.oracle);
      for (let done = 0; done < edits; ) {
        const before: Snapshot = snapshot;
        // Questions in flight during the operation may be answered either way; they must not spoil later answers.
        const meanwhile = clients.map((client) => client.call('locate_symbol', { name: 'in flight' }));
        const operations: Operation[] = [];
        for (let left = random.below(6) === 0 ? random.below(4) : 0; left > 0; left--, done++) {
          operations.push(operate(workplace));
          workplace.oracle.rescan();
        }
        takeNewFunctions();
        workplace.touched.length = 0;
        operations.push(operate(workplace));
        done++;
        // The first questions are asked before the oracle has looked, because that takes a while.
        const change: Change = { operations, atMs: performance.now() };
        const first = firstQuestions(workplace.oracle, takeNewFunctions(), workplace.touched, random);
        const early = clients.map((client, at) => ask(client, first[(at + done) % first.length] as Question, change));
        workplace.oracle.rescan();
        snapshot = snapshotOf(workplace.oracle);
        const later = questionsAbout(workplace.oracle, before, snapshot, random);
        await Promise.all(
          clients.map(async (client, at) => {
            const answered = await (early[at] as Promise<Answered>);
            if (tally.count(answered)) tally.countDelay(answered);
            else tally.countDelay(await askUntilRight(client, answered.question, change, tally));
            for (const question of rotated(later, at)) await askUntilRight(client, question, change, tally);
          }),
        );
        await Promise.all(meanwhile);
      }
    } finally {
      await Promise.all(clients.map((client) => client.close()));
      await http.end();
      fixture.remove();
    }
    tally.report(fileCount);
    expect(tally.wrongButFresh.slice(0, 20)).toEqual([]);
    expect(tally.staleWithoutReason.slice(0, 20)).toEqual([]);
  },
);

/** Operations on the working tree, and when the last one ended. */
interface Change {
  readonly operations: readonly Operation[];
  readonly atMs: number;
}

interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  readonly change: Change;
  readonly askedAfterMs: number;
  readonly answeredAfterMs: number;
}

async function ask(client: Connection, question: Question, change: Change): Promise<Answered> {
  const askedAfterMs = performance.now() - change.atMs;
  const answer = await client.call(question.tool, question.args);
  return { question, answer, change, askedAfterMs, answeredAfterMs: performance.now() - change.atMs };
}

/** Returns the right answer. */
async function askUntilRight(client: Connection, question: Question, change: Change, tally: Tally): Promise<Answered> {
  for (;;) {
    const answered = await ask(client, question, change);
    if (tally.count(answered)) return answered;
    if (answered.askedAfterMs > deadlineMs) throw new Error(`Never right: ${tally.last}`);
    await pause(betweenAsksMs);
  }
}

function operate(workplace: Workplace): Operation {
  const operation = randomOperation(workplace);
  operation.run();
  return operation;
}

/** Counts answers, and keeps those that must not be. A stale answer names the changed paths or gives another reason. */
class Tally {
  readonly wrongButFresh: string[] = [];
  readonly staleWithoutReason: string[] = [];
  readonly #delays: { readonly ms: number; readonly what: string }[] = [];
  #answers = 0;
  #stale = 0;
  #named = 0;
  /** The last counted answer, in words. */
  last = '';

  /** Returns whether the answer is right. */
  count({ question, answer: { body }, answer, change: { operations }, askedAfterMs }: Answered): boolean {
    this.#answers++;
    const { freshness_status: freshness, changed_paths: paths, warnings = [] } = body.metadata ?? {};
    const [given, expected] = [question.read(answer), question.expected()];
    this.last =
      `${question.tool} ${JSON.stringify(question.args)} ${Math.round(askedAfterMs)} ms after ` +
      `${operations.map(({ name }) => name).join(', ')}: ${freshness}, ${given || 'nothing'} instead of ` +
      `${expected || 'nothing'}; ${JSON.stringify(body.error ?? warnings)}`;
    if (body.error?.code === 'internal_error') throw new Error(this.last);
    if (freshness === 'fresh' && given !== expected) this.wrongButFresh.push(this.last);
    if (freshness !== 'fresh') this.#stale++;
    const hasReason = warnings.some((warning: string) => /compared|not indexed|changed|behind/.test(warning));
    if (freshness === 'stale' && paths?.length > 0) this.#named++;
    else if (freshness === 'stale' && !hasReason && operations.every(({ isFileChange }) => isFileChange)) {
      this.staleWithoutReason.push(this.last);
    }
    return given === expected;
  }

  /** Counts the time from a change to the first right answer of a client. */
  countDelay({ question, change, answeredAfterMs }: Answered): void {
    const after = change.operations.map(({ name }) => name).join(', ');
    this.#delays.push({ ms: Math.round(answeredAfterMs), what: `${question.tool} after ${after}` });
  }

  report(fileCount: number): void {
    const slowest = [...this.#delays].sort((a, b) => b.ms - a.ms);
    const delays = slowest.map(({ ms }) => ms).reverse();
    const at = (share: number) => delays[Math.ceil(share * delays.length) - 1] ?? 0;
    const of = `(${fileCount} files)`;
    const figures = {
      [`edits ${of}`]: edits,
      answers: this.#answers,
      'of them not fresh': this.#stale,
      'fresh and wrong': this.wrongButFresh.length,
      'stale with the changed paths': this.#named,
      'stale without a reason': this.staleWithoutReason.length,
      'ms to the right answer, p50': at(0.5),
      'ms, p95': at(0.95),
      'ms, at most': at(1),
    };
    reportSoak(figures);
    const words = Object.entries(figures).map(([what, amount]) => `${amount} ${what}`);
    console.info([...words, ...slowest.slice(0, 5).map(({ ms, what }) => `${ms} ms: ${what}`)].join('\n'));
  }
}

/** Each client begins with another question. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
