/**
 * Measures compare_symbol_between_commits between two refs that were never indexed: one call each in a new server, which
 * pays for the start of the parser, and a second one. Names are drawn from files that differ and from all files.
 *
 *   npm run bench:compare -- --repo PATH --base TAG --head TAG [--count 12] [--seed 7] [--index HOME] [--with-path]
 *
 * With --index, the checked-out ref is indexed first in that data directory, as in a server that has run for a while.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { randomFrom } from '../build/evaluate/random.js';

const program = resolve(import.meta.dirname, '../dist/main.js');
const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    base: { type: 'string' },
    head: { type: 'string' },
    count: { type: 'string', default: '12' },
    seed: { type: 'string', default: '7' },
    index: { type: 'string' },
    'with-path': { type: 'boolean', default: false },
  },
});
const repo = resolve(values.repo);
const home = values.index ?? mkdtempSync(join(tmpdir(), 'codecompass-compare-'));
const env = { ...process.env, CODECOMPASS_HOME: home };
try {
  if (values.index) {
    process.stderr.write('indexing …\n');
    execFileSync(process.execPath, [program, 'index', '--path', repo, '--json'], { env, maxBuffer: 1 << 28 });
  }
  const yardstick = [1, 2, 3].map(() => {
    const started = performance.now();
    git('grep', '--count', '--fixed-strings', '--word-regexp', '-e', 'main', values.head, '--', '*.go', '*.py');
    return performance.now() - started;
  });
  print('yardstick: git grep of the head’s Go and Python files', yardstick);
  const drawn = draw(Number(values.count), randomFrom(Number(values.seed)));
  const times = { first: [], next: [] };
  const outcomes = {};
  for (const { name, path } of drawn) {
    const client = await connect();
    const args = { symbol_name: name, base_ref: values.base, head_ref: values.head, freshness_policy: 'best_effort' };
    if (values['with-path']) args.path = path;
    const [first, next] = [await timed(client, args), await timed(client, args)];
    times.first.push(first.ms);
    times.next.push(next.ms);
    const outcome = first.body.error?.code ?? first.body.diff_summary.status;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const { warnings = [], result_completeness } = first.body.metadata;
    process.stderr.write(
      `${name}: ${outcome}, ${result_completeness}, ${first.ms.toFixed(0)} ms, again ${next.ms.toFixed(0)} ms; ${warnings.at(-1) ?? ''}\n`,
    );
    await client.close();
  }
  print('first call of a server', times.first);
  print('second call', times.next);
  process.stdout.write(`outcomes: ${JSON.stringify(outcomes)}\n`);
} finally {
  if (values.index === undefined) rmSync(home, { recursive: true, force: true });
}

/** Draws names of definitions from the files that differ, and as many from any other files. */
function draw(count, random) {
  const differing = lines(git('diff-tree', '-r', '--name-only', '--diff-filter=M', values.base, values.head));
  const all = lines(git('ls-tree', '-r', '--name-only', values.head));
  const found = [];
  const isChosen = new Set();
  for (let tries = 0; found.length < count && tries < 400; tries++) {
    const files = (found.length % 2 === 0 ? differing : all).filter((path) => /\.(go|py|rs|ts|js)$/.test(path));
    const path = files[Math.floor(random() * files.length)];
    const text = git('show', `${values.head}:${path}`);
    const names = [...text.matchAll(/^(?:func(?: \([^)]*\))? |def |class |fn |export function )(\w{9,})/gm)];
    const name = names[Math.floor(random() * names.length)]?.[1];
    if (name === undefined || isChosen.has(name)) continue;
    isChosen.add(name);
    found.push({ name, path });
  }
  return found;
}

async function connect() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', '--workspace', repo],
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

async function timed(client, args) {
  const started = performance.now();
  const { content } = await client.callTool({ name: 'compare_symbol_between_commits', arguments: args });
  return { ms: performance.now() - started, body: JSON.parse(content[0].text) };
}

function git(...args) {
  return execFileSync('git', ['-C', repo, ...args], { maxBuffer: 1 << 28 }).toString();
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}

function print(what, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(0);
  process.stdout.write(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${times.length} calls)\n`);
}
