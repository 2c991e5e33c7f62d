/** Looks up the sampled definitions: by name with `locate_symbol`, by words and sentences with `search_code`. */

import { hitAt, judge, meanReciprocalRank } from '../../build/evaluate/score.js';
import { askBaselines } from './baselines.mjs';

/** More results than ranks, since several may be in one file. */
const resultLimit = 50;
const cutoffs = [1, 3, 10];
/** The name lookups, and what counts as found: the drawn definition, or any with its name. */
const lookups = {
  'unique name': ['this one'],
  'any name': ['this one', 'any of the name'],
  'qualified name': ['this one'],
};
const searches = ['one word', 'doc sentence', 'doc without name'];
/** The searches that the baselines run too. A single word is not a fair question for them. */
const withBaselines = ['doc sentence', 'doc without name'];

export async function judgeDefinitions({ index, name, cache, samples }) {
  const figuresOf = (judgements) => ({
    ...Object.fromEntries(cutoffs.map((k) => [`recall@${k}`, hitAt(k, judgements)])),
    mrr: meanReciprocalRank(judgements),
  });
  const figures = {};
  const answers = {};
  if (index.can('locate')) {
    figures.locate = {};
    for (const [how, judgings] of Object.entries(lookups)) {
      const questions = samples[how];
      const rankings = await askAll(questions, ({ query }) => index.ask('locate', { name: query }));
      answers[how] = { questions, rankings };
      for (const judging of judgings) {
        const judgements = questions.map((question, at) => found[judging](rankings[at], question));
        figures.locate[`${how}, ${judging}`] = figuresOf(judgements);
      }
    }
  }
  for (const how of searches) {
    const questions = samples[how];
    const rows = {};
    if (index.can('search')) {
      const rankings = await askAll(questions, ({ query }) => index.ask('search', { query, limit: resultLimit }));
      answers[how] = { questions, rankings };
      rows['symbol, codecompass'] = figuresOf(
        questions.map((question, at) => found['this one'](rankings[at], question)),
      );
      rows['file, codecompass'] = figuresOf(
        questions.map(({ path }, at) =>
          judge(
            rankings[at].map((result) => result.path),
            [path],
          ),
        ),
      );
    }
    if (withBaselines.includes(how)) {
      const queries = questions.map(({ query }) => query);
      const baselines = await askBaselines({ index, name, cache, queries });
      for (const [who, ranked] of Object.entries(baselines)) {
        rows[`file, ${who}`] = figuresOf(questions.map(({ path }, at) => judge(ranked[at], [path])));
      }
    }
    figures[how] = rows;
  }
  return {
    counts: Object.fromEntries(Object.entries(samples).map(([how, list]) => [how, list.length])),
    figures,
    answers,
  };
}

async function askAll(questions, ask) {
  const rankings = [];
  for (const question of questions) rankings.push((await ask(question)).results);
  return rankings;
}

const found = {
  'this one': (results, { id }) =>
    judge(
      results.map((result) => result.symbol_id ?? result.result_id),
      [id],
    ),
  // Each result with another name gets a unique placeholder, so that ranks do not change.
  'any of the name': (results, { name }) =>
    judge(
      results.map((result, at) => (result.name === name ? name : `#${at}`)),
      [name],
    ),
};
