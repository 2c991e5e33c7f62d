/**
 * Questions about a repository, drawn from its index by a seed, each with a function that returns which share of the
 * index's answer another answer has.
 */
import { randomFrom, sample } from '../../build/evaluate/random.js';
import { readParameters } from '../../build/query/parameters/parameters.js';
import { capabilities } from '../../build/query/tools/table.js';
import { docSentence } from '../quality/doc-sentence.mjs';

/** Files from which symbols are drawn, per question. */
const filesPerQuestion = 30;

export async function drawQuestions(index, rounds, seed) {
  const random = randomFrom(seed);
  const files = (await index.files()).filter(({ symbolCount, labels }) => symbolCount > 0 && labels.length === 0);
  const drawn = sample(files, rounds * filesPerQuestion, random);
  const functions = (await Promise.all(drawn.map((file) => symbolsOf(index, file)))).flat();
  const documented = functions.filter(({ doc }) => doc !== undefined && docSentence(doc) !== undefined);
  const asked = {
    locate: functions.map(({ name }) => ({ name })),
    outline: drawn.map(({ path }) => ({ path })),
    search: documented.map(({ doc }) => ({ query: docSentence(doc) })),
    callGraph: functions.map(({ name, path }) => ({ symbol_name: name, path, direction: 'callers' })),
  };
  const questions = [];
  for (const [capability, requests] of Object.entries(asked)) {
    questions.push({ what: capabilities[capability].name, asked: await answered(index, capability, requests, rounds) });
  }
  return questions;
}

/** One function of each file, so that the questions are spread over the repository. */
async function symbolsOf(index, file) {
  const symbols = await index.view(({ store }) => store.symbols(file));
  const functions = symbols.filter(({ kind }) => kind === 'fn' || kind === 'method');
  return functions.slice(Math.floor(functions.length / 2)).slice(0, 1);
}

/** The first requests to which the index has an answer with results. */
async function answered(index, capability, requests, rounds) {
  const row = capabilities[capability];
  const found = [];
  for (const args of requests) {
    if (found.length === rounds) break;
    const { values } = readParameters(row.parameters, args);
    const expected = await index.view((view) => row.answer(view, values)).then(resultsOf, () => []);
    if (expected.length === 0) continue;
    found.push({ tool: row.name, args, shareOf: (body) => share(expected, resultsOf(body)) });
  }
  return found;
}

/** The places that an answer names. Of a search, only the best result must be there. */
function resultsOf(body) {
  if (body.symbols !== undefined) return outlined(body.symbols);
  if (body.callers !== undefined) return body.callers.map(({ symbol }) => `${symbol.path} ${symbol.name}`);
  const places = (body.results ?? []).map(({ path, line_start, name }) => `${path}:${line_start} ${name ?? ''}`);
  return body.query_intent === undefined || places.length === 0 ? places : Object.assign(places, { needed: 1 });
}

function outlined(symbols) {
  return symbols.flatMap(({ name, line_start, children = [] }) => [`${line_start} ${name}`, ...outlined(children)]);
}

function share(expected, found) {
  const needed = [...new Set(expected.slice(0, expected.needed ?? expected.length))];
  const has = new Set(found);
  return needed.filter((place) => has.has(place)).length / needed.length;
}
