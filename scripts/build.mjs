/**
 * Builds the program twice over: `build/` holds the compiled modules, one per source, for tests, benchmarks and generated
 * pages; `dist/` is what is published, the same modules in few files, since a server starts twice as fast from those.
 * `--no-check` leaves the types unchecked, for tests: `npm test` has checked them before.
 * Both are made elsewhere and moved into place at the end, so a failed build leaves the last good one standing.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build/bundle.mjs';
import { compile } from './build/compile.mjs';
import { copyQueries, copyTypes } from './build/copy.mjs';
import { noticesOf } from './build/notices.mjs';
import { sourceHash } from './build/source-hash.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const staging = path.join(root, 'node_modules', '.cache', `build-${process.pid}`);
const modules = path.join(staging, 'build');
const program = path.join(staging, 'dist');

try {
  const builtFrom = sourceHash(root);
  compile(root, modules, { checksTypes: !process.argv.includes('--no-check') });
  await copyQueries(path.join(root, 'src'), modules);
  const packages = await bundle(modules, program);
  await copyQueries(path.join(root, 'src'), program);
  await copyTypes(path.join(modules, 'embed', 'open-project.d.ts'), modules, program);
  await writeFile(path.join(program, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(packages));
  // Lets tests reuse this build while nothing has changed.
  await writeFile(path.join(modules, 'built-from.txt'), builtFrom);
  for (const folder of [modules, program]) await chmod(path.join(folder, 'main.js'), 0o755);
  for (const name of ['build', 'dist']) await putInPlace(name);
  await linkProgram();
} finally {
  await rm(staging, { recursive: true, force: true });
}

/** Moved rather than deleted, which takes a while: whoever starts the program meanwhile finds all of it. */
async function putInPlace(name) {
  const target = path.join(root, name);
  if (existsSync(target)) await rename(target, path.join(staging, `former-${name}`));
  await rename(path.join(staging, name), target);
}

/** With this link `npx codecompass` starts the build in place; without it, npm 10 would build again on each start. */
async function linkProgram() {
  if (process.platform === 'win32') return;
  const link = path.join(root, 'node_modules', '.bin', 'codecompass');
  await mkdir(path.dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(path.join('..', '..', 'dist', 'main.js'), link);
}
