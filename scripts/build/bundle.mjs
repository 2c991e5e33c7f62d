/** Puts the modules of the program, and the packages that are nothing but scripts, together into few files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** What starts a process or a thread, and what embedders import; each keeps its name. */
const entries = ['main', 'embed/open-project', 'indexing/job/job-process', 'indexing/workers/parse-worker'];

/** Resolves to the folders of the packages that went in. Those that the package depends on stay outside. */
export async function bundle(from, to) {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const outside = Object.keys(manifest.dependencies);
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, path.join(from, `${name}.js`)])),
    platform: 'node',
    // The UMD build that jsonc-parser names as `main` hides its own imports from a bundler.
    resolve: { mainFields: ['module', 'main'] },
    external: (specifier) => outside.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    onLog(level, log) {
      if (level !== 'debug' && level !== 'info') throw new Error(`The program could not be bundled: ${log.message}`);
    },
  });
  try {
    const { output } = await build.write({ dir: to, format: 'esm', chunkFileNames: 'chunks/[name].js' });
    const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    return [...new Set(modules.flatMap((module) => packageFolder(module) ?? []))].sort();
  } finally {
    await build.close();
  }
}

/** The folder below the last `node_modules` in a path; our own staging folder below it is none. */
function packageFolder(module) {
  return /^.*\/node_modules\/(?!\.)(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll('\\', '/'))?.[0];
}
