/**
 * What answers cost in real tokens (o200k), as JSON and as text, beside `rg` and reading files: ten results of a search,
 * one caller, an outline and its share of its file, and the list of tools.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { contentWords } from '../build/evaluate/content-words.js';
import { listedTools } from '../build/serve/tools/profile.js';
import { answerOf } from './same-answers/server.mjs';

const questions = 20;
const wantedCallers = 10;
const triedSymbols = 400;
const outlined = 30;
const longFile = { lines: 2_000, from: 1_500, to: 2_600, files: 5 };
const shortestFile = 100;
const noCeiling = 200_000;

/** Prints the rows of one repository. */
export async function printCosts({ repo, server, material, chance }) {
  const cost = async (tool, params, format) => countTokens((await answerOf(server, tool, { ...params, format })).text);
  const both = async (tool, params) => [await cost(tool, params, 'json'), await cost(tool, params, 'text')];
  const name = basename(repo);
  const searches = await searchCosts();
  row('`search_code`, 10 results', searches, 'rg: lines with the rarest word');
  row('one caller in `get_call_graph`', await callerCosts(), 'rg: one line with the name');
  const long = await outlineCosts(longFiles());
  row(`outline of a file of ${longFile.lines} lines`, long, 'reading the file');
  const share = await outlineCosts(drawnFiles());
  const of = (at) => `${Math.round((100 * share[at]) / share[2])} %`;
  print([name, 'outline, share of its file', of(0), of(1), '', '100 %', share.count]);
  const [all, few] = ['all', 'agent'].map((profile) => countTokens(JSON.stringify({ tools: listedTools([profile]) })));
  print([name, '`tools/list`: all, agent', all, few, '', '', '']);

  async function searchCosts() {
    const found = [];
    for (const query of chance.shuffled(material.subjects)) {
      if (found.length === questions) break;
      const params = { query, limit: 10 };
      const { body } = await answerOf(server, 'search_code', { ...params, format: 'json' });
      if (body?.results?.length !== 10) continue;
      found.push([...(await both('search_code', params)), rarestLines(query)]);
    }
    return means(found);
  }

  async function callerCosts() {
    const found = [];
    for (const { path, line, name: symbol, kind } of chance.shuffled(material.symbols).slice(0, triedSymbols)) {
      if (found.length === questions || !/^(?:fn|method)$/.test(kind)) continue;
      const params = { symbol_name: `${path}:${line}`, direction: 'callers', limit: 40, max_tokens: noCeiling };
      const { body } = await answerOf(server, 'get_call_graph', { ...params, format: 'json' });
      const callers = body?.callers?.length ?? 0;
      if (callers < wantedCallers) continue;
      const lines = rg(['-n', '-w', '--', symbol]).split('\n').slice(0, -1);
      const line_ = countTokens(lines.join('\n')) / Math.max(1, lines.length);
      const [json, text] = await both('get_call_graph', params);
      found.push([json / callers, text / callers, line_]);
    }
    return means(found);
  }

  async function outlineCosts(paths) {
    const found = [];
    for (const path of paths) {
      const params = { path, max_tokens: noCeiling };
      found.push([...(await both('get_file_outline', params)), countTokens(readFileSync(join(repo, path), 'utf8'))]);
    }
    return means(found);
  }

  function longFiles() {
    const distance = (path) => Math.abs(linesOf(path) - longFile.lines);
    return material.codeFiles
      .filter((path) => linesOf(path) >= longFile.from && linesOf(path) <= longFile.to)
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, longFile.files);
  }

  function drawnFiles() {
    const files = material.codeFiles.filter((path) => linesOf(path) >= shortestFile);
    return chance.shuffled(files).slice(0, outlined);
  }

  function linesOf(path) {
    return readFileSync(join(repo, path), 'utf8').split('\n').length;
  }

  function rarestLines(query) {
    const printed = contentWords(query)
      .map((word) => rg(['-n', '-i', '-w', '--', word]))
      .filter((text) => text !== '')
      .sort((a, b) => a.length - b.length);
    return countTokens(printed[0] ?? '');
  }

  function rg(args) {
    try {
      return execFileSync('rg', [...args, '.'], { cwd: repo, encoding: 'utf8', maxBuffer: 1 << 28 });
    } catch {
      return '';
    }
  }

  function row(what, { 0: json, 1: text, 2: other, count }, beside) {
    print([name, what, Math.round(json), Math.round(text), beside, Math.round(other), count]);
  }
}

export function printCostsHead() {
  print(['repository', 'answer', 'JSON', 'text', 'beside', 'tokens', 'drawn']);
}

function means(rows) {
  const mean = (at) => rows.reduce((sum, each) => sum + each[at], 0) / Math.max(1, rows.length);
  return { 0: mean(0), 1: mean(1), 2: mean(2), count: rows.length };
}

function print(cells) {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
