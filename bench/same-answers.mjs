/**
 * Checks that two builds give the same answers, for changes that must not change any answer. Indexes repositories
 * with both, sends both the same random MCP calls and command lines, and compares the answers byte for byte. Reads
 * the repositories and writes only to a temporary folder. `--help` lists the flags.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chanceFrom } from './same-answers/chance.mjs';
import { endChild, endChildren, killChildren, run } from './same-answers/children.mjs';
import { commandDrawerOf, usageLines } from './same-answers/command-lines.mjs';
import { differencesOf, masked } from './same-answers/compare.mjs';
import { drawerOf } from './same-answers/draw.mjs';
import { addOutline, materialOf, stateOf } from './same-answers/material.mjs';
import { readOptions } from './same-answers/options.mjs';
import { createReport, sides } from './same-answers/report.mjs';
import { answerOf, describe, documentOf, settled, startServer } from './same-answers/server.mjs';

const indexTimeoutMs = 3_600_000;
const harvestedFiles = 120;
const recentCalls = 40;
const workspaceCommand = /^(?:search|outline|callers|callees|context|compare|status|refs|skipped)$/;

const options = readOptions();
const builds = Object.fromEntries(sides.map((side) => [side, { side, program: options[side] }]));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'same-answers-')));
process.on('exit', cleanUp);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const report = createReport({ file: options.report, workers: options.workers });

try {
  const startedAt = performance.now();
  for (const [at, repo] of options.repos.entries()) await compareOn(repo, at);
  report.print(startedAt);
  await report.close();
  process.exitCode = report.hasDifferences() ? 1 : 0;
} catch (thrown) {
  // After a signal, errors of stopped children are expected.
  if (!isStopping) process.stderr.write(`${thrown.stack ?? thrown}\n`);
  process.exitCode = 2;
} finally {
  await endChildren();
}

async function compareOn(repo, at) {
  const name = basename(repo);
  const chance = chanceFrom(`${options.seed} ${name}`);
  const stateBefore = stateOf(repo);
  const material = materialOf(repo, options.baseRef, chance);
  say(`${name}: indexing`);
  const homes = await indexBoth(repo, name, material.base);
  await compareCalls({ repo, name, homes, material, chance, calls: shareOf(options.calls, at) });
  say(`${name}: command lines`);
  const draw = commandDrawerOf(material, chanceFrom(`${options.seed} ${name} commands`));
  const drawn = Array.from({ length: shareOf(options.commands, at) }, (_, index) => draw(index));
  // Usage errors do not depend on the repository, so one is enough.
  const usage = at === 0 && options.commands > 0 ? usageLines.flatMap((line) => [line, [...line, '--json']]) : [];
  await compareCommands({ repo, name, homes, drawn, usage });
  for (const side of sides) rmSync(homes[side], { recursive: true, force: true });
  if (stateOf(repo) !== stateBefore) report.warn(`${repo} changed during the run, which may cause differences.`);
}

/** Divides a total evenly among the repositories; the first ones get the remainder. */
function shareOf(total, at) {
  return Math.floor(total / options.repos.length) + (at < total % options.repos.length ? 1 : 0);
}

/** Indexes with both builds and returns the data directories of the last round. */
async function indexBoth(repo, name, base) {
  const times = { before: [], after: [] };
  let homes;
  let summaries;
  for (let round = 0; round < options.indexRounds; round++) {
    homes = {};
    summaries = {};
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      // Both paths have the same length, so that columns and line breaks do not differ.
      homes[side] = join(scratch, `${name}-${round}-${side === 'before' ? 'b' : 'a'}`);
      mkdirSync(homes[side]);
      const startedAt = performance.now();
      summaries[side] = [await indexed(side, homes[side], repo, [])];
      times[side].push(performance.now() - startedAt);
    }
    if (round < options.indexRounds - 1) for (const side of sides) rmSync(homes[side], { recursive: true });
  }
  for (const side of base === undefined ? [] : sides) {
    summaries[side].push(await indexed(side, homes[side], repo, ['--ref', base]));
  }
  for (const [at, before] of summaries.before.entries()) {
    const texts = {
      before: masked(before, 'json', homes.before),
      after: masked(summaries.after[at], 'json', homes.after),
    };
    report.judge({ repo: name, asked: 'cli index', params: at === 0 ? {} : { ref: base }, texts });
  }
  const sizes = sides.map((side) => JSON.parse(summaries[side][0]));
  report.addIndexRow({
    name,
    times,
    bytes: sizes.map((one) => one.indexBytes),
    memory: sizes.map((one) => one.peakMemoryBytes),
  });
  return homes;
}

/** Runs the index command and returns its summary. */
async function indexed(side, home, repo, flags) {
  const args = ['index', '--path', repo, '--workers', String(options.workers), ...flags, '--json'];
  const { code, stdout, stderr } = await run(builds[side], home, args, scratch, indexTimeoutMs);
  if (code !== 0) throw new Error(`The build ${side} cannot index ${repo}: ${stdout}${stderr}`);
  return stdout;
}

async function compareCalls({ repo, name, homes, material, chance, calls }) {
  const servers = {};
  for (const side of sides) servers[side] = await startServer(builds[side], homes[side], repo);
  let turn = 0;
  const both = async (tool, params, asked = tool, form = 'json') => {
    // The first side finds CPU caches and git's files cold.
    const order = turn++ % 2 === 0 ? sides : sides.toReversed();
    const answers = {};
    for (const side of order) answers[side] = await answerOf(servers[side], tool, params);
    const texts = Object.fromEntries(sides.map((side) => [side, masked(answers[side].text, form, homes[side])]));
    report.judge({ repo: name, asked, params, texts, answers });
    return answers.before;
  };

  const lists = {};
  for (const side of sides) lists[side] = await describe(servers[side].client);
  const listed = Object.fromEntries(sides.map((side) => [side, JSON.stringify(lists[side])]));
  report.judge({ repo: name, asked: 'tools/list', params: {}, texts: listed });

  const outlined = [
    ...chance.shuffled(material.changedFiles).slice(0, harvestedFiles / 3),
    ...chance.shuffled(material.codeFiles),
  ];
  for (const path of [...new Set(outlined)].slice(0, harvestedFiles)) {
    const { body } = await both('get_file_outline', { path }, 'get_file_outline (all drawn files)');
    if (body !== undefined) addOutline(material, path, body);
  }
  say(`${name}: ${calls} calls with names from ${material.symbols.length} symbols`);
  await both('no_such_tool', {});
  await both('search_code', undefined, 'call without arguments');

  const tools = lists.before.tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  const recent = [];
  const draw = drawerOf(material, chance, recent);
  const order = chance.shuffled(Array.from({ length: calls }, (_, at) => tools[at % tools.length]));
  for (const tool of order) {
    const params = draw(tool);
    const { body, isError } = await both(tool.name, params);
    // Status values are masked only in answers, so they must not become parameters.
    if (body === undefined || isError || /status|health|followup/.test(tool.name)) continue;
    recent.push({ tool: tool.name, params, answer: body });
    if (recent.length > recentCalls) recent.shift();
  }

  await both('sync_repo', {}, 'sync_repo', 'job reply');
  for (const side of sides) await settled(servers[side]);
  await both('index_status', {}, 'index_status (after sync_repo)');
  for (const side of sides) await endChild(servers[side]);
}

async function compareCommands({ repo, name, homes, drawn, usage }) {
  for (const [at, args] of [...drawn, ...usage].entries()) {
    // Half of the lines pass the folder as a flag, if the command has one; the others run in it.
    const isElsewhere = at % 2 === 1 && workspaceCommand.test(args[0] ?? '') && !args.includes('--workspace');
    const line = isElsewhere ? [...args, '--workspace', repo] : args;
    const cwd = isElsewhere ? scratch : repo;
    const answers = {};
    for (const side of at % 4 < 2 ? sides : sides.toReversed())
      answers[side] = await run(builds[side], homes[side], line, cwd);
    const isStatus = ['status', 'refs', undefined].includes(args[0]);
    const parts = { before: {}, after: {} };
    for (const side of sides) {
      const { code, stdout, stderr } = answers[side];
      const isJson = documentOf(stdout) !== undefined;
      parts[side] = {
        code: String(code),
        stdout: masked(stdout, isJson ? 'json' : isStatus ? 'status text' : 'text', homes[side]),
        stderr: masked(stderr, 'text', homes[side]),
      };
      answers[side].isError = code !== 0;
    }
    const differences = ['code', 'stdout', 'stderr'].flatMap((part) =>
      differencesOf(parts.before[part], parts.after[part]).map((one) => ({ ...one, path: `${part} ${one.path}` })),
    );
    const asked = at < drawn.length ? `cli ${args[0]}` : 'cli (help and wrong usage)';
    report.record({ repo: name, asked, params: line, differences, answers });
  }
}

function say(line) {
  process.stderr.write(`${line} …\n`);
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await endChildren();
  process.exit(130);
}

/** Kills the children first, since none may write to the folder while it is removed. */
function cleanUp() {
  killChildren();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
