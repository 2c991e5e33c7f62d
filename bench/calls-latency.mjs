/**
 * Measures warm latency of `get_call_graph` at depth 1 and 2, and of `find_references`, for random symbols and for the
 * most called ones.
 *
 *   npm run bench:calls:latency -- --repo PATH [--symbols 200] [--most 30] [--show] [--cache PATH]
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readParameters } from '../build/query/parameters/parameters.js';
import { callGraph, callGraphParameters } from '../build/query/tools/call-graph.js';
import { findReferences, findReferencesParameters } from '../build/query/tools/find-references.js';
import { openIndex } from './quality/open-index.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    symbols: { type: 'string', default: '200' },
    most: { type: 'string', default: '30' },
    language: { type: 'string' },
    show: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
const repo = resolve(values.repo);
const commit = execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const index = await openIndex({ repo, commit, cache: values.cache });
const { random, most } = await index.view(chosen);
const questions = {
  'call graph, depth 1': (view, sent) => callGraph(view, readParameters(callGraphParameters, sent).values),
  'call graph, depth 2': (view, sent) =>
    callGraph(view, readParameters(callGraphParameters, { ...sent, depth: 2 }).values),
  references: (view, sent) => findReferences(view, readParameters(findReferencesParameters, sent).values),
};
for (const [what, ask] of Object.entries(questions)) {
  await measure(`${what}, random symbols`, random, ask);
  await measure(`${what}, most called symbols`, most, ask);
}
await index.close();

/** Picks functions and methods spread over the repository, and those with the most called names. */
async function chosen(view) {
  const files = (await view.files()).files.filter(
    ({ symbolCount, language }) => symbolCount > 0 && (values.language === undefined || language === values.language),
  );
  const step = Math.max(1, Math.floor(files.length / (3 * Number(values.symbols))));
  const random = [];
  const counts = new Map();
  for (let at = 0; at < files.length; at += step) {
    const file = files[at];
    const functions = (await view.store.symbols(file)).filter(({ kind }) => kind === 'fn' || kind === 'method');
    const symbol = functions[Math.floor(functions.length / 2)];
    if (symbol !== undefined && random.length < Number(values.symbols)) random.push(symbol);
    for (const { name, kind } of await view.store.references(file)) {
      if (kind === 'call') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const most = [];
  for (const [name] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (most.length >= Number(values.most)) break;
    const symbols = (await view.store.symbolsNamed(view.ref, name)).filter(
      ({ kind }) => kind === 'fn' || kind === 'method',
    );
    if (symbols.length > 0) most.push(symbols.find(({ labels }) => labels.length === 0) ?? symbols[0]);
  }
  return { random, most };
}

async function measure(what, symbols, ask) {
  const times = [];
  for (const symbol of symbols) {
    const symbolName = symbol.scope === '' ? symbol.name : `${symbol.scope}.${symbol.name}`;
    const sent = { symbol_name: symbolName, path: symbol.path };
    let answer;
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      try {
        answer = await index.view((view) => ask(view, sent));
      } catch (error) {
        if (error.code === undefined) throw error;
      }
      // The first round is cold. Take the better of the others, since the machine is shared.
      if (round > 0) ms = Math.min(ms, performance.now() - started);
    }
    times.push(ms);
    if (values.show)
      process.stdout.write(
        `  ${ms.toFixed(1).padStart(8)} ms ${symbolName} ${symbol.path} ${JSON.stringify(answer?.completeness)} ${answer?.total_edges ?? answer?.total}\n`,
      );
  }
  times.sort((a, b) => a - b);
  const at = (share) => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1);
  process.stdout.write(`${what}: ${times.length}, median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms\n`);
}
