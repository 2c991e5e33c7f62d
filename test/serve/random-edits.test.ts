/**
 * Read your writes: after random operations on a working tree, no answer that says `fresh` is wrong. Clients of three
 * servers on one project (two over stdio, one over HTTP) ask about what has changed, at once and again until the answer
 * is right. `CODECOMPASS_TEST_EDITS` sets the number of operations, `CODECOMPASS_TEST_SEED` the seed.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generatedFiles, Oracle } from '../support/edits/edited-repository.ts';
import { type Operation, randomOperation, type Workplace } from '../support/edits/operations.ts';
import { type Question, questionsAbout, type Snapshot, snapshotOf } from '../support/edits/questions.ts';
import { randomFrom } from '../support/random.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';

const edits = Number(process.env.CODECOMPASS_TEST_EDITS ?? 60);
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
    const workplace: Workplace = { repository, outside, oracle: new Oracle(repository), random };
    const tally = new Tally();
    try {
      let snapshot = snapshotOf(workplace.oracle);
      for (let done = 0; done < edits; ) {
        const before: Snapshot = snapshot;
        // Questions in flight during the operation may be answered either way; they must not spoil later answers.
        const meanwhile = clients.map((client) => client.call('locate_symbol', { name: 'in flight' }));
        const operations: Operation[] = [];
        for (let count = random.below(6) === 0 ? 1 + random.below(4) : 1; count > 0; count--, done++) {
          const operation = randomOperation(workplace);
          operation.run();
          operations.push(operation);
          workplace.oracle.rescan();
        }
        const changedAtMs = performance.now();
        snapshot = snapshotOf(workplace.oracle);
        const questions = questionsAbout(workplace.oracle, before, snapshot, random);
        await Promise.all(
          clients.map((client, at) => askUntilRight(client, rotated(questions, at), operations, changedAtMs, tally)),
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

async function askUntilRight(
  client: Connection,
  questions: readonly Question[],
  operations: readonly Operation[],
  changedAtMs: number,
  tally: Tally,
): Promise<void> {
  for (const [at, question] of questions.entries()) {
    for (;;) {
      const askedAfterMs = performance.now() - changedAtMs;
      const answer = await client.call(question.tool, question.args);
      const given = question.read(answer);
      const isRight = given === question.expected;
      tally.count({ question, answer: answer.body, given, isRight, operations, askedAfterMs });
      if (isRight) break;
      if (askedAfterMs > deadlineMs) throw new Error(`Never right: ${tally.last()}`);
      await pause(betweenAsksMs);
    }
    if (at === 0) tally.delaysMs.push(performance.now() - changedAtMs);
  }
}

interface Counted {
  readonly question: Question;
  // biome-ignore lint/suspicious/noExplicitAny: the shapes of answers differ.
  readonly answer: any;
  readonly given: string;
  readonly isRight: boolean;
  readonly operations: readonly Operation[];
  readonly askedAfterMs: number;
}

/** Counts answers, and keeps those that must not be. A stale answer names the changed paths or gives another reason. */
class Tally {
  readonly wrongButFresh: string[] = [];
  readonly staleWithoutReason: string[] = [];
  readonly delaysMs: number[] = [];
  #answers = 0;
  #stale = 0;
  #named = 0;
  #last = '';

  count({ question, answer, given, isRight, operations, askedAfterMs }: Counted): void {
    this.#answers++;
    const { freshness_status: freshness, changed_paths: paths, warnings } = answer.metadata ?? {};
    const after = operations.map(({ name }) => name).join(', ');
    this.#last =
      `${question.tool} ${JSON.stringify(question.args)} ${Math.round(askedAfterMs)} ms after ${after}: ` +
      `${freshness}, ${given || 'nothing'} instead of ${question.expected || 'nothing'}; ` +
      JSON.stringify(answer.error ?? warnings ?? []);
    if (answer.error?.code === 'internal_error') throw new Error(this.#last);
    if (freshness === 'fresh' && !isRight) this.wrongButFresh.push(this.#last);
    if (freshness !== 'fresh') this.#stale++;
    if (freshness !== 'stale') return;
    const hasReason = (warnings ?? []).some((warning: string) => /compared|not indexed|changed|behind/.test(warning));
    if (paths?.length > 0) this.#named++;
    else if (!hasReason && operations.every(({ isFileChange }) => isFileChange))
      this.staleWithoutReason.push(this.#last);
  }

  last(): string {
    return this.#last;
  }

  report(fileCount: number): void {
    const delays = [...this.delaysMs].sort((a, b) => a - b);
    const at = (share: number) =>
      Math.round(delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0);
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
    console.info(
      Object.entries(figures)
        .map(([what, amount]) => `${amount} ${what}`)
        .join(', '),
    );
  }
}

/** Each client begins with another question. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
