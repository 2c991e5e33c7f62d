/** The program's own files, whether it runs bundled, as single modules or from its sources, and its version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);
const packageFolder = folderOf('package.json', dirname(here));
/** The folder of the package that this very module is in: `dist`, `build` or `src`. */
const programFolder = join(packageFolder, relative(packageFolder, here).split(sep)[0] as string);

/** The version in `package.json`. */
export function programVersion(): string {
  return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** A file of the program by its path below the sources' folder. */
export function programFile(path: string): string {
  return join(programFolder, path);
}

function folderOf(name: string, folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, name)) ? folder : folderOf(name, above);
}
