/**
 * Checks that two builds give the same answers, for changes that must not change any answer. Indexes repositories
 * with both, sends both the same random MCP calls and command lines, and compares the answers byte for byte. Reads
 * the repositories and writes only to a temporary folder. `--help` lists the flags.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, ProtocolError } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { differencesOf, masked, maskedFields, pathGroup } from './same-answers/compare.mjs';
import {
  addOutline,
  chanceFrom,
  commandDrawerOf,
  drawerOf,
  materialOf,
  stateOf,
  usageLines,
} from './same-answers/draw.mjs';

const help = `Usage: node bench/same-answers.mjs --before MAIN.JS --after MAIN.JS --repo PATH [--repo PATH ...]

Sends the same calls to two builds of the program and compares the answers.

  --before PATH      dist/main.js of the reference build
  --after PATH       dist/main.js of the build to check
  --repo PATH        Git repository to index and query (repeatable)
  --calls N          MCP calls, divided among the repositories and tools (default 2000)
  --commands N       Command lines, divided among the repositories (default 60). Unless 0, a fixed list of usage
                     errors runs too
  --seed SEED        Seed of the random calls (default 1)
  --index-rounds N   Index runs per build and repository, alternating (default 1)
  --workers N        Parse workers (default 1; 0 means the program's own default). With more than one, the order of
                     rows in the index depends on timing, and some answers depend on that order: use 0 to measure
                     times as users see them, and 1 to compare answers
  --base-ref REF     Second ref to index, for commit comparisons (default HEAD~20)
  --report FILE      Write every difference to this file, as JSON lines
  --help             Show this help

Exit codes: 0 all answers are the same, 1 some differ, 2 usage error or a build failed.
`;

const callTimeoutMs = 120_000;
const indexTimeoutMs = 3_600_000;
const harvestedFiles = 120;
const recentCalls = 40;
const shownGroups = 40;
const workspaceCommand = /^(?:search|outline|callers|callees|context|compare|status|refs|skipped)$/;
/** The warning of an answer whose freshness check timed out. Whether it appears depends on the load of the machine. */
const freshnessTimeout = 'The files are still being compared with the index';

const options = readOptions();
const sides = ['before', 'after'];
const programs = { before: options.before, after: options.after };
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'same-answers-')));
const running = new Set();
process.on('exit', cleanUp);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

const report = options.report === undefined ? undefined : createWriteStream(options.report);
/** Per tool or command: calls, errors, differences, and the times of each side. */
const tallies = new Map();
const groups = new Map();
const indexRows = [];
const warnings = [];
let retries = 0;

try {
  const startedAt = performance.now();
  for (const [at, repo] of options.repos.entries()) await compareOn(repo, at);
  print(startedAt);
  await new Promise((done) => (report === undefined ? done() : report.end(done)));
  process.exitCode = groups.size > 0 ? 1 : 0;
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
  if (stateOf(repo) !== stateBefore) warnings.push(`${repo} changed during the run, which may cause differences.`);
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
    judge({ repo: name, asked: 'cli index', params: at === 0 ? {} : { ref: base }, texts });
  }
  const sizes = sides.map((side) => JSON.parse(summaries[side][0]));
  indexRows.push({
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
  const { code, stdout, stderr } = await run(side, home, args, scratch, indexTimeoutMs);
  if (code !== 0) throw new Error(`The build ${side} cannot index ${repo}: ${stdout}${stderr}`);
  return stdout;
}

async function compareCalls({ repo, name, homes, material, chance, calls }) {
  const servers = {};
  for (const side of sides) servers[side] = await started(side, homes[side], repo);
  let turn = 0;
  const both = async (tool, params, asked = tool, form = 'json') => {
    // The first side finds CPU caches and git's files cold.
    const order = turn++ % 2 === 0 ? sides : sides.toReversed();
    const answers = {};
    for (const side of order) answers[side] = await answerOf(servers[side], tool, params);
    const texts = Object.fromEntries(sides.map((side) => [side, masked(answers[side].text, form, homes[side])]));
    judge({ repo: name, asked, params, texts, answers });
    return answers.before;
  };

  const lists = {};
  for (const side of sides) lists[side] = await describe(servers[side].client);
  const listed = Object.fromEntries(sides.map((side) => [side, JSON.stringify(lists[side])]));
  judge({ repo: name, asked: 'tools/list', params: {}, texts: listed });

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
  for (const side of sides) await ended(servers[side]);
}

async function started(side, home, repo) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programs[side], 'serve-mcp', '--workspace', repo],
    env: { ...process.env, CODECOMPASS_HOME: home },
    stderr: 'pipe',
  });
  const server = { side, client: new Client({ name: 'same-answers', version: '1' }), said: '' };
  transport.stderr?.on('data', (chunk) => {
    server.said = `${server.said}${chunk}`.slice(-4_000);
  });
  await server.client.connect(transport);
  server.pid = transport.pid;
  server.end = () => server.client.close();
  running.add(server);
  await settled(server);
  return server;
}

/** Waits until a server has finished loading and its jobs have ended, since both affect answers. */
async function settled(server) {
  for (const until = performance.now() + callTimeoutMs; performance.now() < until; ) {
    const { body } = await answerOf(server, 'health_check', {});
    if (body.active_job === null && !['pending', 'running'].includes(body.prewarm_status)) return;
    await pause(100);
  }
  throw new Error(`The server ${server.side} does not become idle.`);
}

async function ended(child) {
  await child.end();
  running.delete(child);
}

/** Returns the answer as text with its protocol fields, its JSON document (if it has one), and the time it took. */
async function answerOf(server, tool, params) {
  for (let round = 0; ; round++) {
    const startedAt = performance.now();
    let text;
    let isError = true;
    try {
      const request = { name: tool, ...(params === undefined ? {} : { arguments: params }) };
      const result = await server.client.callTool(request, { timeout: callTimeoutMs });
      isError = result.isError === true;
      const only = result.content?.length === 1 ? result.content[0] : undefined;
      const isPlain = only?.type === 'text' && Object.keys(only).length === 2;
      const rest = Object.keys(result).filter((key) => key !== 'content' && key !== 'isError');
      // Anything other than one text item is compared as a whole.
      text = isPlain && rest.length === 0 ? only.text : JSON.stringify(result);
    } catch (thrown) {
      // Two servers that exited or hang must not count as equal.
      if (!(thrown instanceof ProtocolError)) {
        const what = `${tool} ${JSON.stringify(params)}`;
        throw new Error(`The server ${server.side} did not answer ${what}: ${thrown.message}\n${server.said}`);
      }
      text = JSON.stringify({ protocol_error: { code: thrown.code, message: thrown.message, data: thrown.data } });
    }
    const ms = performance.now() - startedAt;
    if (!text.includes(freshnessTimeout) || round === 20) return { text, body: documentOf(text), isError, ms };
    retries++;
    await pause(250);
  }
}

function documentOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function describe(client) {
  const tools = [];
  for (let cursor; ; ) {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return {
    tools,
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  };
}

async function compareCommands({ repo, name, homes, drawn, usage }) {
  for (const [at, args] of [...drawn, ...usage].entries()) {
    // Half of the lines pass the folder as a flag, if the command has one; the others run in it.
    const isElsewhere = at % 2 === 1 && workspaceCommand.test(args[0] ?? '') && !args.includes('--workspace');
    const line = isElsewhere ? [...args, '--workspace', repo] : args;
    const cwd = isElsewhere ? scratch : repo;
    const answers = {};
    for (const side of at % 4 < 2 ? sides : sides.toReversed()) answers[side] = await run(side, homes[side], line, cwd);
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
    record({ repo: name, asked, params: line, differences, answers });
  }
}

function run(side, home, args, cwd, timeoutMs = callTimeoutMs) {
  return new Promise((done, failed) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [programs[side], ...args], {
      cwd,
      env: { ...process.env, CODECOMPASS_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: [], stderr: [] };
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => said[stream].push(chunk));
    const closed = new Promise((resolved) => child.on('close', resolved));
    const entry = {
      pid: child.pid,
      end: () => {
        child.kill('SIGTERM');
        return closed;
      },
    };
    running.add(entry);
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`The build ${side} does not exit: ${args.join(' ')}`));
    }, timeoutMs);
    child.on('error', failed);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(entry);
      const [stdout, stderr] = [said.stdout, said.stderr].map((chunks) => Buffer.concat(chunks).toString());
      done({ code: code ?? signal, stdout, stderr, ms: performance.now() - startedAt });
    });
  });
}

function judge({ texts, ...what }) {
  const differences = differencesOf(texts.before, texts.after);
  const [before, after] = sides.map((side) => what.answers?.[side].isError);
  // `isError` is a field of the reply, not part of its text.
  if (before !== after) differences.push({ path: 'isError', before, after });
  record({ ...what, differences });
}

function record({ repo, asked, params, differences, answers }) {
  const tally = tallies.get(asked) ?? { calls: 0, errors: 0, different: 0, ms: { before: [], after: [] } };
  tallies.set(asked, tally);
  tally.calls++;
  if (answers?.before.isError) tally.errors++;
  for (const side of answers === undefined ? [] : sides) tally.ms[side].push(answers[side].ms);
  if (differences.length === 0) return;
  tally.different++;
  report?.write(`${JSON.stringify({ repo, asked, params, differences: differences.map(withNull) })}\n`);
  const seen = new Set();
  for (const { path, before, after } of differences) {
    const key = `${asked}  ${pathGroup(path)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const group = groups.get(key) ?? { calls: 0, first: { repo, params, path, before, after } };
    group.calls++;
    groups.set(key, group);
  }
}

/** JSON omits undefined, which would hide the side that lacks the field. */
function withNull({ path, before, after }) {
  return { path, before: before === undefined ? '(absent)' : before, after: after === undefined ? '(absent)' : after };
}

function print(startedAt) {
  const out = (line = '') => process.stdout.write(`${line}\n`);
  const workers = options.workers === 0 ? 'default workers' : `workers: ${options.workers}`;
  out(`Index (${workers}): wall time of every round, size and peak memory of the last`);
  for (const { name, times, bytes, memory } of indexRows) {
    for (const [at, side] of sides.entries()) {
      const rounds = times[side].map((ms) => `${(ms / 1_000).toFixed(2)} s`).join(', ');
      out(`  ${name.padEnd(16)} ${side.padEnd(6)} ${rounds}; ${megabytes(bytes[at])}; ${megabytes(memory[at])}`);
    }
  }
  out();
  table(out, [
    ['asked', 'calls', 'errors', 'equal', 'differ', 'p50 before', 'p50 after', 'p95 before', 'p95 after'],
    ...[...tallies]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([asked, { calls, errors, different, ms }]) => [
        asked,
        calls,
        errors,
        calls - different,
        different,
        ...[0.5, 0.95].flatMap((share) => sides.map((side) => quantile(ms[side], share))),
      ]),
  ]);
  const total = sum((tally) => tally.calls);
  const different = sum((tally) => tally.different);
  if (groups.size > 0) {
    out('\nDifferences by tool or command and JSON path; the first of each');
    const largest = [...groups].sort(([, a], [, b]) => b.calls - a.calls);
    for (const [key, { calls, first }] of largest.slice(0, shownGroups)) {
      out(`  ${key}  (${calls} ${calls === 1 ? 'answer' : 'answers'})`);
      out(`    ${first.repo} ${short(first.params, 300)}`);
      out(`    at ${first.path}`);
      out(`    - ${short(first.before)}`);
      out(`    + ${short(first.after)}`);
    }
    if (groups.size > shownGroups) out(`  … and ${groups.size - shownGroups} more; --report FILE writes all of them`);
  }
  out('\nMasked before the comparison');
  for (const field of maskedFields) out(`  ${field}`);
  if (retries > 0) out(`\nRetried because of "${freshnessTimeout}": ${retries} times`);
  for (const warning of warnings) out(`\nWarning: ${warning}`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  out(`\n${total} answers compared in ${seconds} s: ${total - different} are equal, ${different} differ.`);
}

function table(out, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    out(
      row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[at]))).join('  '),
    );
  }
}

function sum(of) {
  return [...tallies.values()].reduce((total, tally) => total + of(tally), 0);
}

function quantile(times, share) {
  if (times.length === 0) return '';
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1)} ms`;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function short(value, most = 160) {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function say(line) {
  process.stderr.write(`${line} …\n`);
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

/** Ends the children; each of them also stops the jobs it started. */
async function endChildren() {
  const all = Promise.allSettled([...running].map((child) => child.end()));
  await Promise.race([all, pause(10_000)]);
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await endChildren();
  process.exit(130);
}

/**
 * The last resort, also after a signal. Kills the children first, since none may write to the folder while it is
 * removed.
 */
function cleanUp() {
  for (const { pid } of running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function readOptions() {
  const flag = (usual) => ({ type: 'string', ...(usual === undefined ? {} : { default: usual }) });
  try {
    const { values } = parseArgs({
      options: {
        before: flag(),
        after: flag(),
        repo: { type: 'string', multiple: true, default: [] },
        calls: flag('2000'),
        commands: flag('60'),
        seed: flag('1'),
        'index-rounds': flag('1'),
        workers: flag('1'),
        'base-ref': flag('HEAD~20'),
        report: flag(),
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(help);
      process.exit(0);
    }
    const [calls, commands, workers, indexRounds] = ['calls', 'commands', 'workers', 'index-rounds'].map((name) => {
      const number = Number(values[name]);
      if (!Number.isInteger(number) || number < (name === 'index-rounds' ? 1 : 0)) {
        throw new Error(`--${name} takes a whole number, not "${values[name]}".`);
      }
      return number;
    });
    const [before, after] = ['before', 'after'].map((name) => {
      if (values[name] === undefined) throw new Error(`--${name} is missing.`);
      if (!existsSync(values[name])) throw new Error(`${values[name]} does not exist.`);
      return resolve(values[name]);
    });
    if (values.repo.length === 0) throw new Error('--repo is missing.');
    const repos = values.repo.map((path) => {
      if (!existsSync(join(path, '.git'))) throw new Error(`${path} is not a git repository.`);
      return realpathSync(path);
    });
    const { seed, report, 'base-ref': baseRef } = values;
    return { before, after, repos, calls, commands, workers, indexRounds, seed, baseRef, report };
  } catch (thrown) {
    process.stderr.write(`${thrown.message}\n\n${help}`);
    process.exit(2);
  }
}
