/** Bundles the program's modules and its pure JavaScript packages into a few files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** The entry points of processes and threads, and the embedding API. Each keeps its name. */
const entries = [
  'main',
  'embed/open-project',
  'indexing/job/job-process',
  'indexing/workers/parse-worker',
  'project/live/scan-worker',
  'serve/engine/engine-process',
  'store/sqlite/check-process',
  'watchdog/watchdog-thread',
];

/** Returns the folders of the bundled packages. Packages listed as dependencies stay external. */
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
      if (level !== 'debug' && level !== 'info') throw new Error(`Bundling failed: ${log.message}`);
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

/**
 * Returns the package folder below the last `node_modules` in a path. Our staging folder is also below one, but
 * starts with a dot.
 */
function packageFolder(module) {
  return /^.*\/node_modules\/(?!\.)(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll('\\', '/'))?.[0];
}
