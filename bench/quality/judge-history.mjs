/** Asks the index and the baselines the questions of a repository's history, and judges all of them alike, by files. */
import { askBaselines } from './baselines.mjs';
import { questionsOf } from './history.mjs';
import { compare, hitAt, judge, meanReciprocalRank, recallAt } from './score.mjs';

/** More results than files are wanted, since several may stand in one file. */
const resultLimit = 50;
const cutoffs = [1, 5, 10];

export async function judgeHistory({ index, name, cache, candidates, wanted }) {
  const questions = questionsOf(candidates, await index.files(), wanted);
  const queries = questions.map(({ query }) => query);
  const rankings = await askBaselines({ index, name, cache, queries });
  const searchMs = [];
  if (index.can('search')) {
    const ours = [];
    for (const query of queries) {
      const started = performance.now();
      const { results } = await index.ask('search', { query, limit: resultLimit });
      searchMs.push(performance.now() - started);
      ours.push([...new Set(results.map(({ path }) => path))]);
    }
    Object.assign(rankings, { codecompass: ours });
  }
  return {
    questions,
    rankings,
    searchMs,
    figures: {
      'any changed file': figuresOf(questions, rankings, 'right'),
      'changed code files': figuresOf(questions, rankings, 'rightCode'),
    },
  };
}

function figuresOf(questions, rankings, right) {
  const judgements = Object.fromEntries(
    Object.entries(rankings).map(([who, ranked]) => [
      who,
      questions.map((question, at) => judge(ranked[at], question[right])),
    ]),
  );
  return Object.fromEntries(
    Object.entries(judgements).map(([who, own]) => [
      who,
      {
        ...Object.fromEntries(cutoffs.map((k) => [`recall@${k}`, recallAt(k, own)])),
        ...Object.fromEntries(cutoffs.map((k) => [`hit@${k}`, hitAt(k, own)])),
        mrr: meanReciprocalRank(own),
        ...(who === 'codecompass' || judgements.codecompass === undefined
          ? {}
          : { against: compare(judgements.codecompass, own) }),
      },
    ]),
  );
}
