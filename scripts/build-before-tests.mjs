/** Builds `dist/` and `build/` once before the tests that run them, unless the last build was made from the same sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './build/source-hash.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export function setup() {
  const stamp = path.join(root, 'build', 'built-from.txt');
  const isThere = existsSync(stamp) && existsSync(path.join(root, 'dist', 'main.js'));
  if (isThere && readFileSync(stamp, 'utf8') === sourceHash(root)) return;
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--no-check'], { stdio: 'inherit' });
}
