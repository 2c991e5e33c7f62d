/**
 * Builds `dist/`: the compiled sources with their grammar queries beside them. The build is made elsewhere and moved
 * into place at the end, so a failed one leaves the last good one standing.
 */
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const staging = path.join(root, 'node_modules', '.cache', `build-${process.pid}`);

try {
  compile();
  await copyQueries(path.join(root, 'src', 'parse'), path.join(staging, 'parse'));
  await chmod(path.join(staging, 'main.js'), 0o755);
  await rm(dist, { recursive: true, force: true });
  await rename(staging, dist);
  await linkProgram();
} finally {
  await rm(staging, { recursive: true, force: true });
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
