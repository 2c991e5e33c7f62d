/**
 * Measures indexing on a repository given by path, side by side in one run: parsing alone, a full index, a second
 * ref, a sync, memory and size. The repository is cloned first and never written to.
 *
 *   npm run bench -- --repo PATH [--runs N] [--json]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureProgram } from './measure-program.mjs';
import { parseAlone } from './parse-alone.mjs';

const { values } = parseArgs({
  options: { repo: { type: 'string' }, runs: { type: 'string', default: '1' }, json: { type: 'boolean' } },
});
if (values.repo === undefined) {
  process.stderr.write('usage: npm run bench -- --repo PATH [--runs N] [--json]\n');
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'codecompass-bench-'));
try {
  const runs = [];
  for (let run = 0; run < Number(values.runs); run++) runs.push(await measure(join(work, `run-${run}`)));
  if (values.json) process.stdout.write(`${JSON.stringify(runs, null, 2)}\n`);
  else for (const run of runs) print(run);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measure(folder) {
  const clone = join(folder, 'repository');
  const home = join(folder, 'home');
  const git = (...args) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 30,
    });
  execFileSync('git', ['clone', '--quiet', '--no-checkout', resolve(values.repo), clone]);
  // Objects may be missing from a partial clone; the files that are there will do.
  try {
    git('checkout', '--force', 'HEAD', '--', '.');
  } catch {}
  const base = git('rev-parse', '--abbrev-ref', 'HEAD').trim();
  const sources = git('ls-files', '-z').split('\0').filter(isSource);

  const workers = Math.min(availableParallelism(), 8);
  const tree = await parseAlone(clone, workers, 'tree');
  const facts = await parseAlone(clone, workers, 'facts');
  const first = await codecompass(clone, home, 'index');

  git('checkout', '--quiet', '--force', '-b', 'bench-second');
  for (const path of pick(sources, 50)) appendFileSync(join(clone, path), '\n');
  commitAll(git);
  git('checkout', '--quiet', '--force', base);
  const noop = await codecompass(clone, home, 'sync');
  const second = await codecompass(clone, home, 'index', '--ref', 'bench-second');

  for (const path of pick(sources.slice(1), 10)) appendFileSync(join(clone, path), '\n\n');
  const sync = await codecompass(clone, home, 'sync');

  return {
    repository: resolve(values.repo),
    workers,
    node: process.version,
    files: first.summary.discovered,
    indexed: first.summary.indexed,
    symbols: first.summary.symbols,
    sourceBytes: first.summary.sourceBytes,
    indexBytes: first.summary.indexBytes,
    treeAloneMs: tree.ms,
    parseAloneMs: facts.ms,
    fullIndexMs: first.ms,
    fullIndexPeakBytes: first.peakBytes,
    secondRefMs: second.ms,
    secondRefParsed: second.summary.parsed,
    syncNothingMs: noop.ms,
    syncTenMs: sync.ms,
    syncTenParsed: sync.summary.parsed,
  };
}

async function codecompass(folder, home, ...args) {
  const program = resolve(import.meta.dirname, '../dist/main.js');
  const { stdout, ms, peakBytes } = await measureProgram(process.execPath, [program, ...args, '--json'], {
    cwd: folder,
    env: { ...process.env, CODECOMPASS_HOME: home },
  });
  const summary = JSON.parse(stdout);
  if (summary.error) throw new Error(`codecompass ${args.join(' ')}: ${summary.error.message}`);
  return { summary, ms, peakBytes };
}

/** Missing objects make `git add --all` stumble; updating what changed does not. */
function commitAll(git) {
  const changed = git('diff-files', '--name-only', '-z', '--diff-filter=M').split('\0').filter(Boolean);
  git('update-index', '--', ...changed);
  git('commit', '--quiet', '--no-verify', '-m', 'Change fifty files');
}

function isSource(path) {
  return /\.(go|rs|ts|tsx|js|jsx|mjs|py|java|c|h|cc|cpp|cs|rb|php|sh)$/.test(path);
}

/** Evenly spread over the repository, so that no folder is favoured. */
function pick(paths, count) {
  const step = Math.max(1, Math.floor(paths.length / count));
  return paths.filter((_, index) => index % step === 0).slice(0, count);
}

function print(run) {
  const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  const rows = [
    ['files', `${run.files} discovered, ${run.indexed} indexed, ${run.symbols} symbols`, ''],
    ['syntax trees alone', seconds(run.treeAloneMs), `${run.workers} workers`],
    ['parsing alone (trees and facts)', seconds(run.parseAloneMs), `${run.workers} workers`],
    [
      'full index',
      seconds(run.fullIndexMs),
      `${(run.fullIndexMs / run.parseAloneMs).toFixed(2)} × parsing alone (target 1.5), ${(run.fullIndexMs / run.treeAloneMs).toFixed(2)} × trees alone`,
    ],
    ['memory of the full index', megabytes(run.fullIndexPeakBytes), 'resident, all processes (target 600 MB)'],
    ['index size', megabytes(run.indexBytes), `${(run.indexBytes / run.sourceBytes).toFixed(2)} × source (target 1.2)`],
    [
      'second ref, 50 files differ',
      seconds(run.secondRefMs),
      `${((100 * run.secondRefMs) / run.fullIndexMs).toFixed(1)} % of the first (target 3 %), ${run.secondRefParsed} parsed`,
    ],
    ['sync, nothing changed', seconds(run.syncNothingMs), ''],
    [
      'sync, 10 files changed',
      seconds(run.syncTenMs),
      `${run.syncTenParsed} parsed (target 1.5 s at kubernetes' size)`,
    ],
  ];
  process.stdout.write(`${run.repository}, Node ${run.node}\n`);
  for (const [what, value, note] of rows) {
    process.stdout.write(`  ${what.padEnd(32)} ${value.padStart(12)}   ${note}\n`);
  }
}
