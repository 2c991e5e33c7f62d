/**
 * Measures search on long texts: commit messages with a body are the queries, the functions that the commit changed are
 * the answers. A case is right at k if all of them are among the first k; files likewise. The same cases are asked of
 * BM25 over functions. Also measures how often one answer of `get_code_context` has them all, with their bodies.
 *
 *   npm run bench:search -- --repo PATH [--repo PATH …] [--steps N] [--cases N] [--cache PATH] [--no-ablate] [--list]
 */
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openIndex } from '../quality/open-index.mjs';
import { variantsOf } from './ablations.mjs';
import { functionRanker } from './bm25-functions.mjs';
import { fixCommits } from './fix-commits.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    repo: { type: 'string', multiple: true },
    steps: { type: 'string', default: '150' },
    cases: { type: 'string', default: '60' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
    ablate: { type: 'boolean', default: true },
    list: { type: 'boolean', default: false },
  },
});
if (values.repo === undefined) {
  process.stderr.write('usage: npm run bench:search -- --repo PATH [--repo PATH …] [--steps N] [--cases N]\n');
  process.exit(2);
}

const ablations = Object.entries(variantsOf(values.ablate)).slice(1);
const cutoffs = [1, 5, 10];
const budgets = [2_000, 4_000, 8_000];
const all = [];
for (const path of values.repo) {
  const repo = resolve(path);
  const { base, cases } = await fixCommits({ repo, steps: Number(values.steps), wanted: Number(values.cases) });
  const index = await openIndex({ repo, commit: base, cache: values.cache });
  try {
    const known = await withGold(index, cases);
    const rank = await functionRanker(index);
    const judged = [];
    for (const each of known) judged.push(await judge(index, rank, each));
    report(`${basename(resolve(path, '..'))}/${basename(repo)}`, judged);
    all.push(...judged);
  } finally {
    await index.close();
  }
}
if (values.repo.length > 1) report('all', all);

/** The cases whose functions all exist at the base. */
async function withGold(index, cases) {
  const files = new Map((await index.files()).map((file) => [file.path, file]));
  const known = [];
  for (const each of cases) {
    const found = [];
    for (const { path, stableId } of each.changed) {
      const file = files.get(path);
      const symbols = file === undefined ? [] : await index.view((view) => view.store.symbols(file));
      const symbol = symbols.find((other) => other.stableId === stableId);
      if (symbol !== undefined) found.push({ key: `${path} ${stableId}`, path, symbol });
    }
    if (found.length === each.changed.length) known.push({ ...each, gold: found });
  }
  return known;
}

async function judge(index, rank, { query, gold, commit }) {
  const startedMs = performance.now();
  const { results } = await index.ask('search', { query, limit: 50 });
  const ms = performance.now() - startedMs;
  const ours = results.map(placeOf);
  const theirs = rank(query, 50);
  const without = {};
  for (const [name, around] of ablations) {
    const answer = await around(() => index.ask('search', { query, limit: 50 }));
    without[name] = placesOf(answer.results.map(placeOf), gold);
  }
  const context = {};
  for (const budget of budgets) {
    const { context_items: items } = await index.ask('context', { query, max_tokens: budget }, { forText: true });
    const shown = ({ path, symbol }) =>
      items.some(
        (item) =>
          item.body !== undefined &&
          item.path === path &&
          item.line_start <= symbol.lineEnd &&
          symbol.lineStart <= item.line_end,
      );
    context[budget] = gold.every(shown);
  }
  if (values.list) {
    const at = gold.map(({ key }) => ours.findIndex((each) => each.key === key) + 1 || '-');
    process.stdout.write(
      `${commit.slice(0, 9)} ${at.join(',').padEnd(12)} ${query.slice(0, 70).replace(/\s+/g, ' ')}\n`,
    );
  }
  return { ms, ours: placesOf(ours, gold), theirs: placesOf(theirs, gold), without, context };
}

function placeOf({ path, symbol_stable_id: id }) {
  return { path, key: `${path} ${id?.slice(3)}` };
}

/** The ranks at which all functions, and all files, have been seen. */
function placesOf(ranked, gold) {
  const distinct = (items) => [...new Set(items)];
  const lastOf = (items, wanted) =>
    Math.max(...wanted.map((each) => items.indexOf(each) + 1 || Number.POSITIVE_INFINITY));
  return {
    functions: lastOf(
      distinct(ranked.map(({ key }) => key)),
      gold.map(({ key }) => key),
    ),
    files: lastOf(
      distinct(ranked.map(({ path }) => path)),
      gold.map(({ path }) => path),
    ),
  };
}

function report(name, judged) {
  const share = (test) => (judged.length === 0 ? 0 : judged.filter(test).length / judged.length);
  const row = (who, what) => cutoffs.map((k) => share((each) => each[who][what] <= k).toFixed(2)).join(' ');
  const rowOf = (name, what) =>
    cutoffs.map((k) => share(({ without }) => without[name][what] <= k).toFixed(2)).join(' ');
  const times = judged.map(({ ms }) => ms).sort((x, y) => x - y);
  const p = (q) => (times[Math.min(times.length - 1, Math.floor(q * times.length))] ?? 0).toFixed(0);
  process.stdout.write(
    `${name}: ${judged.length} cases; @1 @5 @10\n` +
      `  functions  codecompass ${row('ours', 'functions')}   bm25 ${row('theirs', 'functions')}\n` +
      `  files      codecompass ${row('ours', 'files')}   bm25 ${row('theirs', 'files')}\n` +
      `  all functions with bodies in one context of ${budgets.map((each) => `${each}: ${share(({ context }) => context[each]).toFixed(2)}`).join(', ')} tokens\n` +
      ablations
        .map(([name]) => `  ${name}: functions ${rowOf(name, 'functions')}   files ${rowOf(name, 'files')}\n`)
        .join('') +
      `  search takes p50 ${p(0.5)} ms, p95 ${p(0.95)} ms\n`,
  );
}
