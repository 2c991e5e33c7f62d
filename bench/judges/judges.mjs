/**
 * The call judges by language. Each takes files of a repository and returns call sites `{ path, line, name, target
 * }`. The target is a list of places, `outside`, `value` (a function in a variable) or `unknown`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const judges = {
  typescript: judgeTypescript,
  javascript: judgeTypescript,
  go: judgeGo,
  python: judgePython,
  rust: judgeRust,
};

const here = import.meta.dirname;

function judgeTypescript({ root, files, all }) {
  const request = { root, files: files.slice(0, 400), all: all.filter((path) => /\.[cm]?[jt]sx?$/.test(path)) };
  return run(process.execPath, ['--max-old-space-size=3000', join(here, 'judge-typescript.mjs')], request);
}

function judgeGo({ root, files }) {
  const folder = mkdtempSync(join(tmpdir(), 'calls-judge-'));
  try {
    writeFileSync(join(folder, 'main.go'), readFileSync(join(here, 'judge-go.go.txt')));
    const program = join(folder, 'judge');
    run('go', ['build', '-o', program, join(folder, 'main.go')]);
    // Go iterates maps in random order, but a seed must draw the same sites each time.
    const key = ({ path, line, name }) => `${path} ${String(line).padStart(6)} ${name}`;
    return run(program, [root, ...files.slice(0, 80)]).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** jedi takes most of a second per call site, so only a few sites per file are judged. */
function judgePython({ root, files, wanted, seed }) {
  const perFile = Math.max(2, Math.ceil((1.5 * wanted) / files.length));
  const request = { root, files: files.slice(0, wanted), perFile, seed };
  return run('python3', [join(here, 'judge-python.py')], request);
}

function judgeRust({ root, beside }) {
  return run(process.execPath, [join(here, 'judge-rust.mjs')], { root, beside });
}

function run(program, args, request) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input: request === undefined ? undefined : JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.slice(-2000)}`);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
