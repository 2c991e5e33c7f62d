/** The program's own files and version, whether it runs from the bundle, the compiled modules or the sources. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);
const packageFolder = folderOf('package.json', dirname(here));
/** The top-level folder that contains this module: `dist`, `build` or `src`. */
const programFolder = join(packageFolder, relative(packageFolder, here).split(sep)[0] as string);

/** The version in `package.json`. */
export function programVersion(): string {
  return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Returns the path of a program file, given its path relative to `src`. */
export function programFile(path: string): string {
  return join(programFolder, path);
}

function folderOf(name: string, folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, name)) ? folder : folderOf(name, above);
}
