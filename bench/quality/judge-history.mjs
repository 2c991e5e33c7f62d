/** Runs the questions of a repository's history against the index and the baselines, and judges all by files. */

import { compare, hitAt, judge, meanReciprocalRank, recallAt } from '../../build/evaluate/score.js';
import { askBaselines } from './baselines.mjs';
import { questionsOf } from './history.mjs';

/** More results than the ranking needs, since several may be in one file. */
const resultLimit = 50;
const cutoffs = [1, 5, 10];

export async function judgeHistory({ index, name, cache, candidates, wanted }) {
  const questions = questionsOf(candidates, await index.files(), wanted);
  const queries = questions.map(({ query }) => query);
  const ours = index.can('search') ? { codecompass: await askSearch(index, queries) } : {};
  const rankings = { ...ours, ...(await askBaselines({ index, name, cache, queries })) };
  return {
    questions,
    rankings,
    figures: {
      'any changed file': figuresOf(questions, rankings, 'right'),
      'changed code files': figuresOf(questions, rankings, 'rightCode'),
    },
    comparisons: comparisonsOf(questions, rankings),
  };
}

async function askSearch(index, queries) {
  const ranked = [];
  for (const query of queries) {
    const { results } = await index.ask('search', { query, limit: resultLimit });
    ranked.push([...new Set(results.map(({ path }) => path))]);
  }
  return ranked;
}

function figuresOf(questions, rankings, right) {
  return Object.fromEntries(
    Object.entries(rankings).map(([who, ranked]) => {
      const judgements = judgeAll(questions, ranked, right);
      const figures = {
        ...Object.fromEntries(cutoffs.map((k) => [`recall@${k}`, recallAt(k, judgements)])),
        ...Object.fromEntries(cutoffs.map((k) => [`hit@${k}`, hitAt(k, judgements)])),
        mrr: meanReciprocalRank(judgements),
      };
      return [who, figures];
    }),
  );
}

function comparisonsOf(questions, { codecompass, ...baselines }) {
  if (codecompass === undefined) return {};
  const ours = judgeAll(questions, codecompass, 'right');
  return Object.fromEntries(
    Object.entries(baselines).map(([who, ranked]) => [who, compare(ours, judgeAll(questions, ranked, 'right'))]),
  );
}

function judgeAll(questions, ranked, right) {
  return questions.map((question, at) => judge(ranked[at], question[right]));
}
