/** Builds `dist/` once before the tests that run it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function setup() {
  execFileSync(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url))], { stdio: 'inherit' });
}
