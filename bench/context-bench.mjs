/**
 * Measures how much of a fix one answer has: messages of commits are the questions, the lines that the commit changed
 * are the answers. A case counts only if every changed line of every changed function is shown. Three ways to spend the
 * same number of tokens (o200k): `get_code_context` in the text format; `search_code`, then reading its results whole,
 * best first; `rg` for the rarest words, then reading around the best matches.
 *
 *   npm run bench:context -- --repo PATH [--repo PATH …] [--steps N] [--cases N] [--cache PATH] [--list]
 */
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { fitAnswer } from '../build/query/budget/fit-answer.js';
import { codeContextCapability } from '../build/query/tools/code-context.js';
import { answerText } from '../build/render/answer-text.js';
import { renderers } from '../build/render/answers/table.js';
import { openIndex } from './quality/open-index.mjs';
import { fixCommits } from './search/fix-commits.mjs';
import { rgReader } from './search/rg-reading.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true },
    steps: { type: 'string', default: '300' },
    cases: { type: 'string', default: '60' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
    list: { type: 'boolean', default: false },
  },
});
if (values.repo === undefined) {
  process.stderr.write('usage: npm run bench:context -- --repo PATH [--repo PATH …] [--steps N] [--cases N]\n');
  process.exit(2);
}

const budgets = [2_000, 4_000, 8_000];
const searched = 50;
const ways = ['context', 'search', 'rg'];
const all = [];
process.stdout.write(
  `| repository | cases | ${ways.flatMap((way) => budgets.map((budget) => `${way} ${budget}`)).join(' | ')} | tokens of context | relevant |\n`,
);
for (const path of values.repo) {
  const repo = resolve(path);
  const { base, cases } = await fixCommits({ repo, steps: Number(values.steps), wanted: Number(values.cases) });
  const index = await openIndex({ repo, commit: base, cache: values.cache });
  try {
    const code = await codeFiles(index);
    const rg = rgReader(code, countTokens);
    const judged = [];
    for (const each of await withGold(index, cases)) judged.push(await judge(index, code, rg, each));
    report(basename(repo), judged);
    all.push(...judged);
  } finally {
    await index.close();
  }
}
if (values.repo.length > 1) report('all', all);

/** The text of files that are code and no tests. */
async function codeFiles(index) {
  const files = (await index.files()).filter(({ outcome, labels }) => outcome !== 'none' && labels.length === 0);
  return index.view(async (view) => {
    const read = [];
    for (const file of files) read.push({ path: file.path, text: await view.store.text(file) });
    return read;
  });
}

/** The cases whose functions all exist at the base, with the changed lines that exist there too. */
async function withGold(index, cases) {
  const files = new Map((await index.files()).map((file) => [file.path, file]));
  const known = [];
  for (const each of cases) {
    const gold = [];
    for (const { path, stableId, name, lines } of each.changed) {
      const file = files.get(path);
      if (file === undefined) break;
      const [symbols, text] = await index.view(async (view) => [
        await view.store.symbols(file),
        await view.store.text(file),
      ]);
      const symbol = symbols.find((other) => other.stableId === stableId);
      if (symbol === undefined) break;
      const own = text.split('\n').slice(symbol.lineStart - 1, symbol.lineEnd);
      const there = new Set(own.map((line) => line.trim()));
      const wanted = [...new Set(lines)].filter((line) => /\w/.test(line) && there.has(line));
      // If none is left, its first line stands for the function.
      gold.push({ path, name, lines: wanted.length > 0 ? wanted : [own[0].trim()] });
    }
    if (gold.length === each.changed.length) known.push({ ...each, gold });
  }
  return known;
}

async function judge(index, code, rg, { query, gold, commit }) {
  const result = { shares: [], sizes: [] };
  const settings = { forText: true };
  const search = await index.ask('search', { query, limit: searched }, settings);
  for (const budget of budgets) {
    const { answer, text } = await contextOf(index, query, budget);
    result.sizes.push(countTokens(text));
    const shown = answer.context_items.map(({ path, body }) => ({ path, text: body ?? '' }));
    result[`context ${budget}`] = hasAll(shown, gold);
    result.shares.push(relevantShare(shown, gold));
    result[`search ${budget}`] = hasAll(readResults(code, search, budget), gold);
    result[`rg ${budget}`] = hasAll(rg(query, budget), gold);
  }
  if (values.list) {
    const row = ways.map((way) => budgets.map((budget) => (result[`${way} ${budget}`] ? '+' : '-')).join('')).join(' ');
    process.stdout.write(`${commit.slice(0, 9)} ${row} ${query.slice(0, 80).replace(/\s+/g, ' ')}\n`);
  }
  return result;
}

/** The answer as the server sends it. */
async function contextOf(index, query, budget) {
  const whole = await index.ask('context', { query, max_tokens: budget }, { forText: true });
  const render = (body) => answerText(body, renderers.context);
  const { parameters, cuts } = codeContextCapability;
  const answer = await fitAnswer(whole, {
    maxTokens: budget,
    cuts: { ...cuts, details: [] },
    render,
    audience: { parameters, flags: false },
  });
  return { answer, text: render(answer) };
}

/** What an agent reads that gets ten results of a search and reads those that fit, each result whole. */
function readResults(code, search, budget) {
  const shown = { ...search, results: search.results.slice(0, 10) };
  let left = budget - countTokens(answerText(shown, renderers.search));
  const blocks = [];
  for (const { path, line_start, line_end } of search.results) {
    const lines = code
      .find((file) => file.path === path)
      ?.text.split('\n')
      .slice(line_start - 1, line_end);
    if (lines === undefined) continue;
    const text = `${path}\n${lines.map((line, at) => `${line_start + at}\t${line}`).join('\n')}`;
    const size = countTokens(text);
    if (size > left) continue;
    left -= size;
    blocks.push({ path, text });
  }
  return blocks;
}

function hasAll(blocks, gold) {
  const shown = new Map();
  for (const { path, text } of blocks) {
    const lines = shown.get(path) ?? shown.set(path, new Set()).get(path);
    for (const line of text.split('\n')) lines.add(line.replace(/^\d+\t/, '').trim());
  }
  return gold.every(({ path, lines }) => lines.every((line) => shown.get(path)?.has(line)));
}

/** The share of the characters of all bodies that belongs to files of the fix. */
function relevantShare(blocks, gold) {
  const paths = new Set(gold.map(({ path }) => path));
  const size = (some) => some.reduce((sum, { text }) => sum + text.length, 0);
  return size(blocks.filter(({ path }) => paths.has(path))) / Math.max(1, size(blocks));
}

function report(name, judged) {
  const share = (test) => (judged.length === 0 ? 0 : judged.filter(test).length / judged.length).toFixed(2);
  const cells = ways.flatMap((way) => budgets.map((budget) => share((each) => each[`${way} ${budget}`])));
  const median = (at) => judged.map(({ sizes }) => sizes[at]).sort((a, b) => a - b)[judged.length >> 1] ?? 0;
  const mean = (at) =>
    (judged.reduce((sum, { shares }) => sum + shares[at], 0) / Math.max(1, judged.length)).toFixed(2);
  const sizes = budgets.map((_, at) => median(at)).join(' ');
  const relevant = budgets.map((_, at) => mean(at)).join(' ');
  process.stdout.write(`| ${name} | ${judged.length} | ${cells.join(' | ')} | ${sizes} | ${relevant} |\n`);
}
