/**
 * A verdict in half a minute, for the loop of editing: types, style, unit tests, the rules of the architecture, and one way
 * through the whole program. `npm test` is what a change has to pass.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tool = (name, ...rest) => path.join(root, 'node_modules', name, ...rest);
const vitest = [tool('vitest', 'vitest.mjs'), 'run', '--reporter=dot'];

/** Independent of each other, so they run at the same time. */
const steps = {
  // What the compiler found the last time saves it most of the work.
  types: [
    tool('typescript', 'bin', 'tsc'),
    ...['--noEmit', '--project', 'tsconfig.json', '--incremental'],
    ...['--tsBuildInfoFile', tool('.cache', 'check.tsbuildinfo')],
  ],
  style: [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'],
  'unit tests': [...vitest, '--project', 'unit'],
  'whole program': [...vitest, '--project', 'whole', 'test/smoke.test.ts', 'test/architecture.test.ts'],
};

const startedMs = performance.now();
const results = await Promise.all(Object.entries(steps).map(([name, args]) => run(name, args)));
for (const { isPassed, output } of results) if (!isPassed) process.stdout.write(`\n${output}\n`);
for (const { name, isPassed, seconds } of results) {
  process.stdout.write(`${isPassed ? 'passed' : 'FAILED'}  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(5)} s\n`);
}
process.stdout.write(`${((performance.now() - startedMs) / 1_000).toFixed(1)} s in all\n`);
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1;

function run(name, args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ name, isPassed: code === 0, output, seconds: (performance.now() - startedMs) / 1_000 });
    });
  });
}
