/**
 * Runs the test suite on every supported major version of Node.js. Each runtime is installed as an npm package into a
 * cache folder, so the machine and `package.json` stay unchanged.
 *
 *   npm run test:matrix               all versions
 *   npm run test:matrix -- 20 24      only these
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const supported = ['20', '22', '24', '26'];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : supported;

const unknown = wanted.filter((major) => !supported.includes(major));
if (unknown.length > 0) {
  console.error(`Not a supported version: ${unknown.join(', ')}. Supported: ${supported.join(', ')}.`);
  process.exit(2);
}

const results = wanted.map(testOn);
console.log('\nMatrix');
for (const { major, version, passed, reason } of results) {
  console.log(`  Node ${major.padEnd(3)} ${(version ?? '').padEnd(10)} ${passed ? 'passed' : `FAILED: ${reason}`}`);
}
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

function testOn(major) {
  const runtime = runtimeOf(major);
  if (runtime === undefined) return { major, passed: false, reason: 'installing the runtime failed' };
  const version = versionOf(runtime);
  console.log(`\n== Node ${version}`);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(runtime, [vitest, 'run'], {
    cwd: root,
    stdio: 'inherit',
    // Tests that start `node` by name must find the same runtime.
    env: { ...process.env, PATH: `${path.dirname(runtime)}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  return { major, version, passed: status === 0, reason: 'the suite failed' };
}

/** Returns the running Node.js if it has this version, else the cached one, which is installed on first use. */
function runtimeOf(major) {
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const folder = path.join(root, 'node_modules', '.cache', 'node-runtimes', major);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const runtime = path.join(folder, 'node_modules', name, 'bin', executable);
  if (existsSync(runtime)) return runtime;

  mkdirSync(folder, { recursive: true });
  // A separate package keeps npm from changing this project's.
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  console.log(`Fetching ${name}@${major}`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${major}`];
  spawnSync(npm, install, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  return existsSync(runtime) ? runtime : undefined;
}

function versionOf(runtime) {
  return spawnSync(runtime, ['--version'], { encoding: 'utf8' }).stdout.trim();
}
