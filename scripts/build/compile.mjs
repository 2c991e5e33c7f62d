import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Compiles every source into a module of its own, with its declarations; types are checked unless somebody else does. */
export function compile(root, target, { checksTypes }) {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = path.join(root, 'tsconfig.build.json');
  const { status, error } = spawnSync(
    process.execPath,
    [compiler, '--project', project, '--outDir', target, ...(checksTypes ? ['--noEmitOnError'] : ['--noCheck'])],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`The TypeScript compiler failed${error ? `: ${error.message}` : ''}.`);
}
