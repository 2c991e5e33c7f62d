/**
 * Compares ways to watch a tree, each in a process of its own: set-up time, memory, number of watches, delay of events,
 * and the cost of 20,000 files that are written into an ignored and into a watched folder. Linux only.
 *
 *   npm run bench:watch -- [--folders 5000] [--modules FOLDER] [--saves 200] [--files 20000] [--only NAME,…]
 *
 * `--modules` is a folder in which `npm install --ignore-scripts chokidar @parcel/watcher` was run; without it only what
 * needs no module is measured.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    folders: { type: 'string', default: '5000' },
    modules: { type: 'string' },
    saves: { type: 'string', default: '200' },
    files: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
});
const all = ['codecompass', 'fs.watch, recursive', ...(values.modules ? ['chokidar', '@parcel/watcher'] : [])];
const candidates = values.only?.split(',') ?? all;
const filesPerFolder = 4;

console.log(`load average ${loadavg()[0].toFixed(1)}`);
for (const candidate of candidates) {
  const root = buildTree(Number(values.folders));
  try {
    console.log(candidate, JSON.stringify(await measure(candidate, root)));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measure(candidate, root) {
  const script = join(import.meta.dirname, 'watch-candidate.mjs');
  const args = [candidate, root, resolve(values.modules ?? '.')];
  const child = fork(script, args, { execArgv: ['--expose-gc'] });
  const ask = async (command, more = {}) => {
    const answer = once(child, 'message');
    child.send({ command, ...more });
    return (await answer)[0];
  };
  try {
    const start = await ask('start');
    const delays = [];
    for (let save = 0; save < Number(values.saves); save++) {
      const path = `${folderName((save * 37) % Number(values.folders))}/f${save % filesPerFolder}.ts`;
      await ask('expect', { path });
      const seen = once(child, 'message', { signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
      const savedAt = Number(process.hrtime.bigint());
      appendFileSync(join(root, path), 'x');
      const message = await seen;
      delays.push(message === undefined ? Number.POSITIVE_INFINITY : (message[0].seenAt - savedAt) / 1e6);
      await pause(5);
    }
    const idle = await costOf(ask, () => pause(5_000));
    const ignored = await costOf(ask, () => install(join(root, 'node_modules')));
    const watched = await costOf(ask, () => install(join(root, 'vendor')));
    return {
      setUpMs: Math.round(start.ms),
      blockedMs: Math.round(start.blockedMs),
      megabytes: Math.round(start.kilobytes / 102.4) / 10,
      watches: start.watches,
      delayMs: {
        p50: quantile(delays, 0.5),
        p95: quantile(delays, 0.95),
        missed: delays.filter((ms) => ms > 2e4).length,
      },
      idle,
      ignored,
      watched,
    };
  } finally {
    child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** What the watching process spends and reports until two seconds after the work. */
async function costOf(ask, work) {
  await ask('startCount');
  await work();
  await pause(2_000);
  const { paths, cpuMs, watches } = await ask('count');
  return { paths, cpuMs: Math.round(cpuMs), watches };
}

/** Writes packages as `npm install` would. */
async function install(folder) {
  const count = Number(values.files);
  for (let file = 0; file < count; file++) {
    const path = join(folder, `package${Math.floor(file / 100)}`, `lib${Math.floor(file / 10) % 10}`);
    if (file % 10 === 0) mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `f${file % 10}.js`), 'module.exports = 1;\n');
  }
}

function buildTree(folders) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-watch-')));
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n');
  for (let folder = 0; folder < folders; folder++) {
    mkdirSync(join(root, folderName(folder)), { recursive: true });
    for (let file = 0; file < filesPerFolder; file++) {
      writeFileSync(join(root, folderName(folder), `f${file}.ts`), `export const f${file} = ${folder};\n`);
    }
  }
  const git = (...args) => execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'tree');
  return root;
}

/** Ten folders beside each other at each level. */
function folderName(number) {
  return [...String(number)].map((digit) => `d${digit}`).join('/');
}

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(share * sorted.length)] ?? Number.NaN) * 100) / 100;
}
