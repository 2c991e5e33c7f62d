/** `codecompass eval`: measures the search quality and token cost on the user's own repository and history. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CodedError } from '../../../errors.ts';
import { type Evaluation, evaluate } from '../../../evaluate/evaluate.ts';
import { type History, historyOf, type Question, questionsOf } from '../../../evaluate/history.ts';
import { randomFrom, sample } from '../../../evaluate/random.ts';
import { readyJob } from '../../../indexing/job/start-job.ts';
import { openIndex } from '../../../project/open-index.ts';
import { count } from '../../../render/amounts.ts';
import { openRepository, type Repository, resolveRef } from '../../../scan/git/repository.ts';
import { projectIdOf } from '../../../store/registry/registry.ts';
import { printable } from '../../../text/printable.ts';
import { catchInterrupt } from '../../catch-interrupt.ts';
import { numberFlag } from '../../flags.ts';
import { type Invocation, optionsOf } from '../../invocation.ts';
import { type EvaluationReport, evaluationLines } from '../../print/evaluation-lines.ts';
import type { Output } from '../../print/output.ts';
import { runForegroundJob } from '../../run-foreground-job.ts';

const defaultCommits = 100;
const maxCommits = 2_000;
/** With fewer questions, the figures are mostly noise. */
const fewQuestions = 30;

export async function run(call: Invocation): Promise<number> {
  const { flags, output } = call;
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const wanted = commitsWanted(call);
  const seed = flags.value('seed') ?? '1';
  const head = await headOf(repository);
  if (!output.json) output.note(`Reading the history of ${printable(repository.root)}`);
  const history = await historyOf(repository, head, wanted);
  if (history.candidates.length === 0) throw noQuestions(repository, history);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'codecompass-eval-')));
  try {
    if (!output.json) output.note(`Indexing ${history.base.slice(0, 12)}, the state before these commits`);
    const indexed = await runForegroundJob(
      readyJob('index'),
      {
        home,
        root: repository.root,
        ref: history.base,
        operation: 'index',
        force: false,
        settings: (await optionsOf(call, repository.root)).index,
      },
      output,
    );
    if (typeof indexed === 'number') return indexed;
    const asked = await askAll(home, repository, indexed.ref, history, { wanted, seed, output });
    if (typeof asked === 'number') return asked;
    const report = { root: repository.root, head, ...asked, seed, base: history.base, left_out: history.unfit };
    if (output.json) output.document(report);
    else for (const line of evaluationLines(report)) output.print(line);
    if (asked.questions < fewQuestions && !output.json) {
      output.warn(`Only ${count(asked.questions, 'question')} found; these figures are noisy.`);
    }
    return 0;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Asking {
  readonly wanted: number;
  readonly seed: string;
  readonly output: Output;
}

/** Returns the evaluation, or the exit code if the user interrupted it. */
async function askAll(
  home: string,
  repository: Repository,
  ref: string,
  history: History,
  { wanted, seed, output }: Asking,
): Promise<(Evaluation & Pick<EvaluationReport, 'files'>) | number> {
  const { store, reader } = await openIndex(home, projectIdOf(repository.identity));
  const silent = output.json && output.stderr.isTTY !== true;
  const steps = silent ? undefined : showSteps(output);
  const interrupt = catchInterrupt(() => steps?.end());
  try {
    return await reader.view(ref, async (view) => {
      const { files } = await view.files();
      const all: Question[] = questionsOf(history.candidates, files);
      if (all.length === 0) throw noQuestions(repository, history);
      const questions = sample(all, wanted, randomFrom(seed));
      const { signal } = interrupt;
      const evaluation = await evaluate(view, questions, { signal, ...(steps ? { onStep: steps.update } : {}) });
      return { ...evaluation, files: files.length };
    });
  } catch (thrown) {
    const exitCode = interrupt.exitCode();
    if (exitCode === undefined) throw thrown;
    output.fail(new CodedError('job_cancelled', 'The evaluation was cancelled; its temporary index was deleted.'));
    return exitCode;
  } finally {
    steps?.end();
    interrupt.release();
    await store.close();
  }
}

/** Shows the progress: one line that is redrawn on a terminal; elsewhere, one line at the start of each step. */
function showSteps({ stderr }: Output) {
  const words = { reading: 'Reading files for grep', asking: 'Running queries' } as const;
  const isTerminal = stderr.isTTY === true;
  let shown: string | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    update: (step: keyof typeof words, done: number, total: number) => {
      const isNew = step !== shown;
      if (!isNew && (!isTerminal || performance.now() - lastMs < 100)) return;
      shown = step;
      lastMs = performance.now();
      stderr.write(isTerminal ? `\r${words[step]}: ${done}/${total}\x1b[K` : `${words[step]}: ${total}\n`);
    },
    end: () => {
      if (isTerminal && shown !== undefined) stderr.write('\r\x1b[K');
      shown = undefined;
    },
  };
}

function commitsWanted({ flags }: Invocation): number {
  const wanted = numberFlag(flags, 'commits') ?? defaultCommits;
  if (wanted >= 1 && wanted <= maxCommits) return wanted;
  throw new CodedError('invalid_input', `--commits must be a number from 1 to ${maxCommits}, not ${wanted}.`);
}

async function headOf(repository: Repository): Promise<string> {
  const { kind, root } = repository;
  const commit = kind === 'git' ? (await resolveRef(repository)).commit : undefined;
  if (commit !== undefined) return commit;
  const what = kind === 'git' ? 'has no commits yet' : 'is not a git repository';
  throw new CodedError('invalid_input', `${root} ${what}; eval needs commits to measure search against.`, {
    remediation: 'Run it in a repository with some history, for example a clone of a project that you know.',
    data: { path: root },
  });
}

function noQuestions({ root }: Repository, { unfit }: History): CodedError {
  const reasons = Object.entries(unfit).map(([reason, commits]) => `${commits} ${reason}`);
  const why = reasons.length > 0 ? ` (not used: ${reasons.join(', ')})` : '';
  return new CodedError('invalid_input', `No commit of ${root} is usable as a question${why}.`, {
    remediation:
      'Usable commits change existing code and have a subject of at least three words. ' +
      'If this is a shallow clone, run `git fetch --unshallow` to get its history.',
    data: { path: root, left_out: unfit },
  });
}
