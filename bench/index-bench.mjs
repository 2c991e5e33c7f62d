/**
 * Measures indexing in one run: parsing alone, a full index, a second ref, a sync, memory and size. Works on a clone
 * and never writes to the repository.
 *
 *   npm run bench -- --repo PATH [--runs N] [--json]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  const git = gitIn(clone);
  execFileSync('git', ['clone', '--quiet', '--no-checkout', resolve(values.repo), clone]);
  git(['read-tree', 'HEAD']);
  // Objects may be missing from a partial clone; the files that exist are enough.
  git(['checkout-index', '--all', '--force', '--quiet'], { mayFail: true });
  const sources = git(['ls-files', '-z'])
    .split('\0')
    .filter((path) => isSource(path) && existsSync(join(clone, path)));

  const workers = Math.min(availableParallelism(), 8);
  const tree = await parseAlone(clone, workers, 'tree');
  // Measured before and after, since the speed of the machine varies.
  const before = await parseAlone(clone, workers, 'facts');
  const first = await codecompass(clone, home, 'index');
  const after = await parseAlone(clone, workers, 'facts');

  const noop = await codecompass(clone, home, 'sync');
  branchThatDiffers(git, clone, 'bench-second', pick(sources, 50));
  const second = await codecompass(clone, home, 'index', '--ref', 'bench-second');

  const syncs = [];
  for (let round = 1; round <= 3; round++) {
    for (const path of pick(sources.slice(round), 10)) appendFileSync(join(clone, path), '\n'.repeat(round + 1));
    syncs.push(await codecompass(clone, home, 'sync'));
  }
  const sync = syncs.sort((a, b) => a.ms - b.ms)[1];

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
    parseAloneMs: (before.ms + after.ms) / 2,
    parseAloneRunsMs: [before.ms, after.ms],
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

function gitIn(folder) {
  return (args, { input, env = {}, mayFail = false } = {}) => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
    const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...identity, ...args], {
      encoding: 'utf8',
      input,
      env: { ...process.env, ...env },
      maxBuffer: 1 << 30,
    });
    if (status !== 0 && !mayFail) throw new Error(`git ${args[0]}: ${stderr}`);
    return stdout;
  };
}

/** Creates a branch on which these files differ from HEAD, without touching the working tree or its index. */
function branchThatDiffers(git, folder, branch, paths) {
  const env = { GIT_INDEX_FILE: join(folder, '.git', 'bench-index') };
  git(['read-tree', 'HEAD'], { env });
  for (const path of paths) {
    const blob = git(['hash-object', '-w', '--stdin'], {
      input: `${readFileSync(join(folder, path), 'utf8')}\n`,
    }).trim();
    git(['update-index', '--cacheinfo', `100644,${blob},${path}`], { env });
  }
  const tree = git(['write-tree', '--missing-ok'], { env }).trim();
  const commit = git(['commit-tree', tree, '-p', 'HEAD', '-m', 'Change some files']).trim();
  git(['update-ref', `refs/heads/${branch}`, commit]);
}

function isSource(path) {
  return /\.(go|rs|ts|tsx|js|jsx|mjs|py|java|c|h|cc|cpp|cs|rb|php|sh)$/.test(path);
}

/** Picks paths evenly spread over the repository. */
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
    [
      'parsing alone (trees and facts)',
      seconds(run.parseAloneMs),
      `${run.workers} workers; ${run.parseAloneRunsMs.map(seconds).join(' before and ')} after the full index`,
    ],
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
      `${run.syncTenParsed} parsed, median of three (target 1.5 s at kubernetes' size)`,
    ],
  ];
  process.stdout.write(`${run.repository}, Node ${run.node}\n`);
  for (const [what, value, note] of rows) {
    process.stdout.write(`  ${what.padEnd(32)} ${value.padStart(12)}   ${note}\n`);
  }
}
