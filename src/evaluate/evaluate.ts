/**
 * An evaluation runs questions against one index and compares the recall and token cost of the answers with grep on
 * the same files. It does not know where the questions and files come from.
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

/** The token cost of one method of finding the answer. */
export interface TokenFigures {
  readonly way: string;
  readonly median: number;
  readonly mean: number;
  /** The share of questions whose answer shows at least one changed file. */
  readonly found: number;
}

export interface EvaluationSteps {
  /** Reports progress. */
  onStep?(step: 'reading' | 'asking', done: number, total: number): void;
  readonly signal?: AbortSignal;
}

/** More results than the ranking needs, since several may be in one file. */
const resultLimit = 50;
/** The usual estimate for most models. */
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

/** The labels of the methods in the printed table. */
const ways = {
  search: 'search_code',
  context: 'get_code_context, with bodies',
  rarest: 'grep, the best word',
  read: 'grep, the best word; read a file',
  every: 'grep, each word in turn',
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
  // The ranking uses a long answer; the cost is that of a default answer.
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
