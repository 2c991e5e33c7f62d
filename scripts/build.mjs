/**
 * Builds `dist/`: the compiled sources with their grammar queries beside them. The build is made elsewhere and moved
 * into place at the end, so a failed one leaves the last good one standing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const staging = path.join(root, 'node_modules', '.cache', `build-${process.pid}`);
const former = `${staging}-former`;

try {
  compile();
  await dropPrivateTypes(path.join(staging, 'embed', 'open-project.d.ts'));
  await copyQueries(path.join(root, 'src', 'parse'), path.join(staging, 'parse'));
  await chmod(path.join(staging, 'main.js'), 0o755);
  // Moved rather than deleted, which takes a while: whoever starts the program meanwhile finds all of it.
  if (existsSync(dist)) await rename(dist, former);
  await rename(staging, dist);
  await linkProgram();
} finally {
  for (const folder of [staging, former]) await rm(folder, { recursive: true, force: true });
}

function compile() {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = path.join(root, 'tsconfig.build.json');
  const { status, error } = spawnSync(
    process.execPath,
    [compiler, '--project', project, '--outDir', staging, '--noEmitOnError'],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`The TypeScript compiler failed${error ? `: ${error.message}` : ''}.`);
}

/** Of the declarations, only those are kept that lead from what embedders import; the others describe nothing public. */
async function dropPrivateTypes(entry) {
  const kept = new Set();
  const reach = async (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    const text = await readFile(file, 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom\s+|\bimport\()['"](\.[^'"]+)\.(?:ts|js)['"]/g)) {
      await reach(path.join(path.dirname(file), `${specifier}.d.ts`));
    }
  };
  await reach(entry);
  for (const file of await readdir(staging, { recursive: true })) {
    const found = path.join(staging, file);
    if (file.endsWith('.d.ts') && !kept.has(found)) await rm(found);
  }
}

async function copyQueries(from, to) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.scm')) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(to, path.relative(from, source));
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}

/** With this link `npx codecompass` starts the build in place; without it, npm 10 would build again on each start. */
async function linkProgram() {
  if (process.platform === 'win32') return;
  const link = path.join(root, 'node_modules', '.bin', 'codecompass');
  await mkdir(path.dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(path.join('..', '..', 'dist', 'main.js'), link);
}
