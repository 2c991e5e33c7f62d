/**
 * An evaluation asks one index the questions of its repository's history, and holds what it finds and what its answers
 * cost against grep on the same files. It knows the questions and the files, not how either came about.
 */

import { readParameters } from '../query/parameters/parameters.ts';
import { codeContext, codeContextParameters } from '../query/tools/code-context.ts';
import { searchCode, searchCodeParameters } from '../query/tools/search-code.ts';
import type { RefView } from '../query/view/ref-view.ts';
import { contentWords } from './content-words.ts';
import { bestGrep, countLines, everyGrep, type GrepCounts, rankByLines } from './grep.ts';
import type { Question } from './history.ts';
import { depth, hitAt, type Judgement, judge, recallAt } from './score.ts';

export interface Evaluation {
  readonly questions: number;
  readonly recall: { readonly codecompass: RecallFigures; readonly grep: RecallFigures };
  readonly tokens: readonly TokenFigures[];
}

export interface RecallFigures {
  readonly recall_at_1: number;
  readonly recall_at_5: number;
  readonly recall_at_10: number;
  readonly hit_at_10: number;
}

/** What one way to an answer costs. */
export interface TokenFigures {
  readonly way: string;
  readonly median: number;
  readonly mean: number;
  /** The share of the questions after which a file that was changed is in view. */
  readonly found: number;
}

export interface EvaluationSteps {
  /** Hears how much of what is done. */
  onStep?(step: 'reading' | 'asking', done: number, total: number): void;
  readonly signal?: AbortSignal;
}

/** More results than files are wanted, since several may stand in one file. */
const resultLimit = 50;
/** Four characters are a token to most models. */
const charactersPerToken = 4;

export async function evaluate(
  view: RefView,
  questions: readonly Question[],
  steps: EvaluationSteps = {},
): Promise<Evaluation> {
  const words = questions.map(({ query }) => contentWords(query));
  const counts = await countLines(texts(view, steps), new Set(words.flat()));
  const asked: Asked[] = [];
  for (const [at, question] of questions.entries()) {
    steps.signal?.throwIfAborted();
    asked.push(await ask(view, question, words[at] ?? [], counts));
    steps.onStep?.('asking', at + 1, questions.length);
  }
  return {
    questions: questions.length,
    recall: {
      codecompass: recallOf(asked.map(({ ours }) => ours)),
      grep: recallOf(asked.map(({ theirs }) => theirs)),
    },
    tokens: Object.entries(ways).map(([way, title]) =>
      tokensOf(
        title,
        asked.map(({ costs }) => costs[way as Way]),
      ),
    ),
  };
}

/** The ways to an answer, as they are called in a table. */
const ways = {
  search: 'search_code',
  context: 'get_code_context, with bodies',
  rarest: 'grep, the best word',
  read: 'grep, the best word; read a file',
  every: 'grep, one word after the other',
} as const;

type Way = keyof typeof ways;

interface Cost {
  readonly characters: number;
  readonly found: boolean;
}

interface Asked {
  readonly ours: Judgement;
  readonly theirs: Judgement;
  readonly costs: Readonly<Record<Way, Cost>>;
}

async function ask(view: RefView, question: Question, words: readonly string[], counts: GrepCounts): Promise<Asked> {
  const { query, right } = question;
  const request = (sent: object) => readParameters(searchCodeParameters, { query, ...sent }).values;
  // What is ranked is asked for at length; what is paid for is the answer as it is given.
  const { results } = await searchCode(view, request({ limit: resultLimit }));
  const answer = await searchCode(view, request({}));
  const bodies = await codeContext(
    view,
    readParameters(codeContextParameters, { query, strategy: 'depth' as const }).values,
  );
  const wanted = new Set(right);
  const holds = (places: readonly { readonly path: string }[]) => places.some(({ path }) => wanted.has(path));
  const best = bestGrep(counts, words, right);
  return {
    ours: judge(
      results.map(({ path }) => path),
      right,
    ),
    theirs: judge(rankByLines(counts, words, depth), right),
    costs: {
      search: { characters: JSON.stringify(answer).length, found: holds(answer.results) },
      context: { characters: JSON.stringify(bodies).length, found: holds(bodies.context_items) },
      rarest: { characters: best.printed, found: best.read !== undefined },
      read: { characters: best.printed + (best.read ?? 0), found: best.read !== undefined },
      every: everyGrep(counts, words, right),
    },
  };
}

async function* texts(view: RefView, { onStep, signal }: EvaluationSteps) {
  const { files } = await view.files();
  for (const [at, file] of files.entries()) {
    signal?.throwIfAborted();
    yield { path: file.path, text: await view.store.text(file) };
    onStep?.('reading', at + 1, files.length);
  }
}

function recallOf(judgements: readonly Judgement[]): RecallFigures {
  return {
    recall_at_1: rounded(recallAt(1, judgements)),
    recall_at_5: rounded(recallAt(5, judgements)),
    recall_at_10: rounded(recallAt(10, judgements)),
    hit_at_10: rounded(hitAt(10, judgements)),
  };
}

function tokensOf(way: string, costs: readonly Cost[]): TokenFigures {
  const tokens = costs.map(({ characters }) => characters / charactersPerToken).sort((a, b) => a - b);
  const sum = tokens.reduce((total, each) => total + each, 0);
  return {
    way,
    median: Math.round(tokens[Math.floor(tokens.length / 2)] ?? 0),
    mean: Math.round(sum / Math.max(1, tokens.length)),
    found: rounded(costs.filter(({ found }) => found).length / Math.max(1, costs.length)),
  };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
