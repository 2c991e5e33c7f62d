/**
 * Measures a server: start to first answer, MCP latency, idle memory, and eight HTTP clients while a job runs.
 * Queries are random names, paths, doc sentences and commit subjects, drawn by a seed.
 *
 *   npm run bench:serve -- --repo PATH [--seed 7] [--only start,latency,verbs,clients] [--symbols 200] [--cache PATH]
 *
 * `verbs` also prints the processor time of the server, which other work on the machine does not change.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
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
const _summary = JSON.parse(
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
