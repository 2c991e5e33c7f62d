/**
 * Measures the token budget: draws real answers of every tool through the MCP server, with random parameters and
 * ceilings, and counts them with a real tokenizer (o200k). Prints per repository and per tool the real and the estimated
 * tokens, the ratio of the two, and how many answers are over their ceiling by more than 5 % (exit code 1 if any is).
 * First it prints what usual answers cost, beside rg and reading files; with --answers 0 nothing else.
 *
 *   npm run build, then npm run bench:tokens -- --repo PATH [--repo PATH …] [--answers 250] [--seed 1]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { printCosts, printCostsHead } from './answer-costs.mjs';
import { chanceFrom } from './same-answers/chance.mjs';
import { endChildren, run } from './same-answers/children.mjs';
import { drawerOf } from './same-answers/draw.mjs';
import { addOutline, materialOf } from './same-answers/material.mjs';
import { answerOf, describe, startServer } from './same-answers/server.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    answers: { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.repo.length === 0) {
  process.stderr.write('usage: npm run bench:tokens -- --repo PATH [--repo PATH …] [--answers N] [--seed S]\n');
  process.exit(2);
}

const build = { side: 'build', program: fileURLToPath(new URL('../dist/main.js', import.meta.url)) };
const indexTimeoutMs = 3_600_000;
const outlinedFiles = 60;
const recentCalls = 40;
const tolerance = 1.05;
/** Below this, even the frame of an answer may not fit. */
const smallestCeiling = 200;
const ceilings = [200, 300, 500, 1_000, 2_000, 4_000, 8_000];

const measured = [];
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tokens-bench-')));
try {
  const repos = values.repo.map((path) => realpathSync(resolve(path)));
  printCostsHead();
  for (const repo of repos) await measureCosts(repo);
  if (Number(values.answers) === 0) process.exit(0);
  print(['repository, tool', 'answers', 'cut', 'real', 'estimated', 'min', 'p5', 'median', 'p95', 'max', 'over 5 %']);
  for (const repo of repos) await measure(repo);
  for (const tool of [...new Set(measured.map((each) => each.tool))].sort()) {
    printRow(
      tool,
      measured.filter((each) => each.tool === tool),
    );
  }
  printRow('all', measured);
  for (const strategy of ['breadth', 'depth']) {
    printUse(
      strategy,
      measured.filter((each) => each.strategy === strategy),
    );
  }
  process.exitCode = measured.some(isOver) ? 1 : 0;
} finally {
  await endChildren();
  rmSync(scratch, { recursive: true, force: true });
}

async function measureCosts(repo) {
  const { server, material, chance } = await prepared(repo);
  await printCosts({ repo, server, material, chance });
  await server.end();
}

/** The index of a repository, a server on it, and material for questions. */
async function prepared(repo) {
  const name = basename(repo);
  const chance = chanceFrom(`${values.seed} ${name}`);
  const material = materialOf(repo, undefined, chance);
  const home = join(scratch, name);
  const { code, stderr } = await run(build, home, ['index', '--path', repo, '--json'], scratch, indexTimeoutMs);
  if (code !== 0) throw new Error(`${repo} cannot be indexed: ${stderr}`);
  const server = await startServer(build, home, repo);
  for (const path of chance.shuffled(material.codeFiles).slice(0, outlinedFiles)) {
    const { body } = await answerOf(server, 'get_file_outline', { path, max_tokens: 200_000 });
    if (body !== undefined) addOutline(material, path, body);
  }
  return { name, chance, material, server };
}

async function measure(repo) {
  const { name, chance, material, server } = await prepared(repo);
  const { tools } = await describe(server.client);
  const recent = [];
  const draw = drawerOf(material, chance, recent);
  const answers = [];
  while (answers.length < Number(values.answers)) {
    const tool = tools[answers.length % tools.length];
    const { max_tokens: _, ...params } = draw(tool);
    const usual = tool.inputSchema.properties.max_tokens.default;
    const max_tokens = chance.is(0.4) ? usual : chance.pick(ceilings);
    const sent = max_tokens === usual ? params : { ...params, max_tokens };
    const { text, body, isError } = await answerOf(server, tool.name, sent);
    if (body?.metadata === undefined) continue;
    if (!isError && recent.unshift({ tool: tool.name, params, answer: body }) > recentCalls) recent.pop();
    answers.push(answerRow(tool.name, max_tokens, text, body));
  }
  // Questions for a whole budget: do their answers use it?
  const questions = chance.shuffled([...material.subjects, ...material.sentences]).slice(0, 30);
  for (const [at, query] of questions.entries()) {
    const strategy = at % 2 === 0 ? 'breadth' : 'depth';
    const { text, body } = await answerOf(server, 'get_code_context', { query, strategy, max_tokens: 4_000 });
    if (body?.truncated) answers.push({ ...answerRow('get_code_context', 4_000, text, body), strategy });
  }
  measured.push(...answers);
  printRow(name, answers);
  await server.end();
}

function answerRow(tool, maxTokens, text, body) {
  const isCut = (body.metadata.warnings ?? []).some((warning) => warning.startsWith('Left out for max_tokens'));
  return { tool, maxTokens, isCut, real: countTokens(text), estimated: body.tokens ?? body.metadata.tokens };
}

function isOver({ real, maxTokens }) {
  return real > Math.max(maxTokens, smallestCeiling) * tolerance;
}

function printRow(name, answers) {
  const ratios = answers.map(({ real, estimated }) => estimated / real).sort((a, b) => a - b);
  const at = (share) => ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))].toFixed(3);
  print([
    name,
    answers.length,
    answers.filter(({ isCut }) => isCut).length,
    sum(answers, 'real'),
    sum(answers, 'estimated'),
    ...[0, 0.05, 0.5, 0.95, 1].map(at),
    answers.filter(isOver).length,
  ]);
}

function printUse(strategy, answers) {
  const shares = answers.map(({ real, maxTokens }) => real / maxTokens).sort((a, b) => a - b);
  const percent = (share) => `${Math.round(100 * share)} %`;
  const low = shares.filter((share) => share < 0.8).length;
  process.stdout.write(
    `get_code_context, ${strategy}, max_tokens 4000, more results than fit: ${shares.length} answers use ` +
      `${percent(shares[0])} to ${percent(shares.at(-1))} of it, median ${percent(shares[shares.length >> 1])}; ${low} less than 80 %\n`,
  );
}

function sum(answers, field) {
  return answers.reduce((total, answer) => total + answer[field], 0);
}

function print(cells) {
  process.stdout.write(`| ${cells.map(String).join(' | ')} |\n`);
}
