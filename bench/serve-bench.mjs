/**
 * Measures a server: start to first answer, MCP latency, idle memory, and eight HTTP clients while a job runs.
 * Queries are random names, paths, doc sentences and commit subjects, drawn by a seed.
 *
 *   npm run bench:serve -- --repo PATH [--seed 7] [--only start,latency,verbs,clients] [--symbols 200] [--cache PATH]
 *
 * `verbs` also prints the processor time of the server, which other work on the machine does not change.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { randomFrom } from '../build/evaluate/random.js';
import { openStore } from '../build/store/sqlite/open-store.js';
import { processorMsOf, residentMbOf } from './server-processes.mjs';

const program = resolve(import.meta.dirname, '../dist/main.js');
const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string', default: 'start,latency,verbs,clients' },
    symbols: { type: 'string', default: '200' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-serve') },
  },
});
const repo = resolve(values.repo);
const home = join(values.cache, basename(repo));
const env = { ...process.env, CODECOMPASS_HOME: home };
mkdirSync(home, { recursive: true });
process.stderr.write('indexing …\n');
const summary = JSON.parse(
  execFileSync(process.execPath, [program, 'index', '--path', repo, '--json'], { env, maxBuffer: 1 << 28 }).toString(),
);
const questions = await draw();
const parts = { start, latency, verbs, clients };
for (const part of values.only.split(',')) await parts[part]();

async function start() {
  const times = [];
  for (let round = 0; round < 7; round++) {
    const started = performance.now();
    const { client } = await stdioClient();
    await client.callTool({ name: 'locate_symbol', arguments: { name: questions.names[0] } });
    times.push(performance.now() - started);
    await client.close();
  }
  print('start to first answer', times);
}

async function latency() {
  const { client, pid } = await stdioClient();
  const rows = [
    ['locate_symbol', 'name', questions.names],
    ['get_file_outline', 'path', questions.paths],
    ['search_code', 'query', questions.subjects],
    ['search_code', 'query', questions.docs],
    ['search_code', 'query', questions.names.slice(0, 120)],
    ['get_code_context', 'query', questions.subjects.slice(0, 120)],
  ];
  await pause(5_000);
  process.stdout.write(`memory after loading: ${residentMbOf(pid)} MB\n`);
  for (const [name, key, list] of rows) {
    const times = [];
    for (const value of list) times.push(await timed(client, name, { [key]: value }));
    print(`${name} by ${describe(list)}`, times.slice(20));
  }
  process.stdout.write(`memory after the calls: ${residentMbOf(pid)} MB\n`);
  await pause(20_000);
  process.stdout.write(`memory after 20 s idle: ${residentMbOf(pid)} MB\n`);
  await client.close();
}

/** The tools that read source, follow references or search text. Each question is asked once, of a warm server. */
async function verbs() {
  const { client, pid } = await stdioClient();
  const { symbols, literals } = questions;
  const [warm, rest] = [symbols.slice(0, 20), symbols.slice(20)];
  const functions = rest.filter(({ isFunction }) => isFunction);
  const types = rest.filter(({ isType }) => isType);
  const one = ({ symbol_name, path }) => ({ symbol_name, path });
  const pairs = functions.map(({ handle }, at) => ({
    from: handle,
    to: functions[(at + 1) % functions.length].handle,
  }));
  const rows = [
    ['read_source', rest.map(one)],
    ['find_references', rest.map(one)],
    ['find_implementations', types.map(one)],
    ['search_text', literals.map((pattern) => ({ pattern }))],
    ['trace_path', pairs],
    ['get_call_graph', functions.map((each) => ({ ...one(each), depth: 2 }))],
  ];
  for (const [name] of rows) {
    for (const each of warm.slice(0, 5)) {
      const args =
        name === 'search_text' ? { pattern: each.symbol_name } : name === 'trace_path' ? pairs[0] : one(each);
      await client.callTool({ name, arguments: args });
    }
  }
  for (const [name, asked] of rows) {
    const times = [];
    const cpu = [];
    for (const args of asked) {
      const before = processorMsOf(pid);
      const started = performance.now();
      const { isError, content } = await client.callTool({ name, arguments: args });
      times.push(performance.now() - started);
      cpu.push(processorMsOf(pid) - before);
      if (isError && !/ambiguous_symbol/.test(content[0].text)) {
        throw new Error(`${name} ${JSON.stringify(args)}: ${content[0].text}`);
      }
    }
    print(name, times);
    print(`  ${name}, processor time`, cpu);
  }
  await client.close();
}

/** The same calls by eight concurrent clients, first without a job, then during a full re-index. */
async function clients() {
  const server = spawn(
    process.execPath,
    [program, 'serve-mcp', '--transport', 'http', '--port', '0', '--workspace', repo],
    {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const url = await new Promise((found) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (match !== null) found(match[0]);
    });
  });
  const eight = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new Client({ name: 'bench', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      return client;
    }),
  );
  const ask = (client, at) => timed(client, 'locate_symbol', { name: questions.names[at % questions.names.length] });
  for (let at = 0; at < 40; at++) await ask(eight[0], at);
  const idle = await Promise.all(eight.map((client, index) => forSome(10_000, (at) => ask(client, index * 31 + at))));
  print('locate_symbol, eight clients, no job', idle.flat());
  await eight[0].callTool({ name: 'index_repo', arguments: { force: true } });
  const busy = await Promise.all(eight.map((client, index) => forSome(20_000, (at) => ask(client, index * 31 + at))));
  print('locate_symbol, eight clients, during a job', busy.flat());
  await Promise.all(eight.map((client) => client.close()));
  server.kill();
}

async function forSome(ms, ask) {
  const times = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    times.push(await ask(times.length));
    await pause(20);
  }
  return times;
}

async function stdioClient() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', '--workspace', repo],
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

async function timed(client, name, args) {
  const started = performance.now();
  const { isError, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${content[0].text}`);
  return performance.now() - started;
}

/** Draws symbols of random files, and the subjects of the latest commits. */
async function draw() {
  const random = randomFrom(values.seed);
  const store = await openStore(home, summary.projectId);
  const ref = await store.ref(summary.ref);
  const files = (await store.files(ref)).filter(({ symbolCount }) => symbolCount > 0);
  const drawn = { names: [], paths: [], docs: [], subjects: [], symbols: [], literals: [] };
  while (drawn.names.length < 300) {
    const file = files[Math.floor(random() * files.length)];
    const symbols = await store.symbols(file);
    const { name, doc } = symbols[Math.floor(random() * symbols.length)];
    drawn.names.push(name);
    drawn.paths.push(file.path);
    if (doc !== undefined) drawn.docs.push(doc.split(/\.\s|\n\n/)[0].slice(0, 200));
  }
  while (drawn.symbols.length < Number(values.symbols)) {
    const file = files[Math.floor(random() * files.length)];
    const symbols = (await store.symbols(file)).filter(({ kind }) => kind !== 'impl' && kind !== 'module');
    const symbol = symbols[Math.floor(random() * symbols.length)];
    if (symbol === undefined) continue;
    const { name, scope, kind, lineStart } = symbol;
    drawn.symbols.push({
      symbol_name: scope === '' ? name : `${scope}.${name}`,
      path: file.path,
      handle: `${file.path}:${lineStart}`,
      isFunction: kind === 'fn' || kind === 'method',
      isType: ['class', 'struct', 'interface', 'trait', 'type', 'enum'].includes(kind),
    });
    const lines = (await store.text(file)).split('\n').map((line) => line.trim());
    const line = lines.filter((each) => each.length > 12)[Math.floor(random() * 50)];
    if (line !== undefined) drawn.literals.push(line.slice(0, 10 + Math.floor(random() * 20)));
  }
  await store.close();
  const log = execFileSync('git', ['-C', repo, 'log', '--format=%s', '--no-merges', '-800']).toString();
  drawn.subjects = log
    .split('\n')
    .filter((line) => line.split(' ').length > 3)
    .slice(0, 250);
  return drawn;
}

function describe(list) {
  return Object.keys(questions).find((key) => questions[key][0] === list[0]) ?? 'words';
}

function print(what, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  process.stdout.write(
    `${what}: ${times.length} calls, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms\n`,
  );
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
