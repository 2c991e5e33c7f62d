/** The output of `scripts/build.mjs` for tests: the program in `dist/`, and the modules in `build/`, one per source. */
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Imports `build/<path>.js`, for code that starts workers or processes: those run the build, so callers must too. */
export async function importBuilt<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../../build/${path}.js`, import.meta.url).href)) as Module;
}
