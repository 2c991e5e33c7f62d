/** Looks the sampled definitions up: by name with `locate_symbol`, by words and sentences with `search_code`. */
import { askBaselines } from './baselines.mjs';
import { hitAt, judge, meanReciprocalRank } from './score.mjs';

/** More results than ranks are looked at, since several may stand in one file. */
const resultLimit = 50;
const lookups = ['unique name', 'any name', 'qualified name'];
const searches = ['one word', 'doc sentence', 'doc without name'];
/** The searches that the baselines are asked too; a word alone is no question for them. */
const withBaselines = ['doc sentence', 'doc without name'];

export async function judgeDefinitions({ index, name, cache, samples, depths = [1, 3, 10] }) {
  const figuresOf = (judgements) => ({
    ...Object.fromEntries(depths.map((k) => [`recall@${k}`, hitAt(k, judgements)])),
    mrr: meanReciprocalRank(judgements),
  });
  const figures = {};
  const answers = {};
  if (index.can('locate')) {
    figures.locate = {};
    for (const how of lookups) {
      const questions = samples[how];
      const rankings = await askAll(questions, ({ query }) => index.ask('locate', { name: query }));
      answers[how] = { questions, rankings };
      figures.locate[`${how}, this one`] = figuresOf(judgeBy(questions, rankings, ({ id }) => id, symbolKey));
      // One definition of the name stands for all: what counts is where the first of them stands.
      const anyOf = questions.map((question, at) => judge(namesOf(rankings[at], question.name), [question.name]));
      figures.locate[`${how}, any of the name`] = figuresOf(anyOf);
    }
  }
  for (const how of searches) {
    const questions = samples[how];
    const rows = {};
    if (index.can('search')) {
      const rankings = await askAll(questions, ({ query }) => index.ask('search', { query, limit: resultLimit }));
      answers[how] = { questions, rankings };
      rows['symbol, codecompass'] = figuresOf(judgeBy(questions, rankings, ({ id }) => id, symbolKey));
      rows['file, codecompass'] = figuresOf(
        judgeBy(
          questions,
          rankings,
          ({ path }) => path,
          ({ path }) => path,
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

function judgeBy(questions, rankings, wanted, found) {
  return questions.map((question, at) => judge(rankings[at].map(found), [wanted(question)]));
}

function symbolKey(result) {
  return result.symbol_id ?? result.result_id;
}

/** Results by rank: the name where it is the wanted one, else something that is the wanted one for nobody. */
function namesOf(results, name) {
  return results.map((result, at) => (result.name === name ? name : `#${at}`));
}
