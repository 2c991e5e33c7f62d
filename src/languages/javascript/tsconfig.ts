/**
 * Path aliases of TypeScript and JavaScript configurations: `paths` and `baseUrl` of the nearest one and those it
 * extends.
 */

import { type FolderTable, folderOf, foldersAbove, folderTable } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { readJson, type Table, tableAt, textAt } from '../read-manifest.ts';
import { packageTable } from './package-table.ts';
import { isTooLong, writtenPath } from './written-path.ts';

/** The paths, without extensions, that a non-relative specifier may refer to. */
export async function aliasedPaths(view: RefView, file: FileVersion, specifier: string): Promise<readonly string[]> {
  const aliases = await aliasesFor(view, file);
  return aliases.flatMap((each) => pathsOf(each, specifier));
}

interface Aliases {
  readonly paths: Table;
  /** The base of relative targets in `paths`. */
  readonly pathsFolder: string;
  readonly baseUrl: string | undefined;
}

/** By the path of a configuration. */
type KnownAliases = Map<string, readonly Aliases[]>;

const configNames = ['tsconfig.json', 'jsconfig.json'];
/** Maximum depth of configurations that extend or reference one another. */
const maxSteps = 16;
/** Every import is compared with all patterns, and tried at all targets of one. Real configurations have fewer. */
const maxPatterns = 1_000;
const maxTargets = 20;

async function aliasesFor(view: RefView, file: FileVersion): Promise<readonly Aliases[]> {
  const folders = await view.derived(folderTable);
  const known = await view.derived(knownAliases);
  for (const folder of foldersAbove(folderOf(file.path))) {
    for (const name of configNames) {
      const config = folders.byPath(folder === '' ? name : `${folder}/${name}`);
      if (config === undefined) continue;
      let aliases = known.get(config.path);
      if (aliases === undefined) {
        aliases = await readAliases(view, folders, config);
        known.set(config.path, aliases);
      }
      return aliases;
    }
  }
  return [];
}

function knownAliases(): KnownAliases {
  return new Map();
}

/** Aliases of the configuration itself, and of the projects that it references. */
async function readAliases(view: RefView, folders: FolderTable, config: FileVersion): Promise<readonly Aliases[]> {
  const read = await readConfig(view, folders, config, new Set());
  const gathered: Aliases[] = [read.aliases];
  const references = read.table?.references;
  for (const reference of Array.isArray(references) ? references.slice(0, maxSteps) : []) {
    const path = textAt(tableAt({ reference }, 'reference'), 'path');
    const target = path === undefined ? undefined : writtenPath(folderOf(config.path), path);
    const file = target === undefined ? undefined : configAt(folders, target);
    if (file !== undefined) gathered.push((await readConfig(view, folders, file, new Set([config.path]))).aliases);
  }
  return gathered.filter(({ paths, baseUrl }) => baseUrl !== undefined || Object.keys(paths).length > 0);
}

async function readConfig(
  view: RefView,
  folders: FolderTable,
  config: FileVersion,
  seen: Set<string>,
): Promise<{ readonly aliases: Aliases; readonly table: Table | undefined }> {
  seen.add(config.path);
  const table = await readJson(view, config);
  const folder = folderOf(config.path);
  let aliases: Aliases = { paths: {}, pathsFolder: folder, baseUrl: undefined };
  const bases = [table?.extends].flat().filter((base): base is string => typeof base === 'string');
  for (const base of bases) {
    const file = await extended(view, folders, folder, base);
    if (file === undefined || seen.has(file.path) || seen.size >= maxSteps) continue;
    const inherited = (await readConfig(view, folders, file, seen)).aliases;
    const hasPaths = Object.keys(inherited.paths).length > 0;
    aliases = {
      paths: hasPaths ? inherited.paths : aliases.paths,
      pathsFolder: hasPaths ? inherited.pathsFolder : aliases.pathsFolder,
      baseUrl: inherited.baseUrl ?? aliases.baseUrl,
    };
  }
  const options = tableAt(table, 'compilerOptions');
  const written = textAt(options, 'baseUrl');
  const baseUrl = written === undefined ? aliases.baseUrl : writtenPath(folder, inFolder(written));
  if (options.paths === undefined) {
    return { table, aliases: { ...aliases, baseUrl } };
  }
  return { table, aliases: { paths: tableAt(options, 'paths'), pathsFolder: baseUrl ?? folder, baseUrl } };
}

/** A configuration is extended by its path, or by the name of a package of the repository. */
async function extended(
  view: RefView,
  folders: FolderTable,
  folder: string,
  base: string,
): Promise<FileVersion | undefined> {
  if (/^\.\.?(?:\/|$)/.test(base)) {
    const path = writtenPath(folder, base);
    return path === undefined ? undefined : configAt(folders, path);
  }
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(base) ?? [];
  const [found] = (await view.derived(packageTable)).byName.get(name) ?? [];
  const path = found === undefined ? undefined : writtenPath(found.folder, rest);
  return path === undefined ? undefined : configAt(folders, path);
}

function configAt(folders: FolderTable, path: string): FileVersion | undefined {
  return (
    folders.byPath(path) ??
    folders.byPath(`${path}.json`) ??
    folders.byPath(writtenPath(path, configNames[0] as string) ?? '')
  );
}

function pathsOf({ paths, pathsFolder, baseUrl }: Aliases, specifier: string): string[] {
  const found: string[] = [];
  const pattern = bestPattern(Object.keys(paths).slice(0, maxPatterns), specifier);
  if (pattern !== undefined) {
    const targets = paths[pattern];
    const star = pattern.indexOf('*');
    const matched = star === -1 ? '' : specifier.slice(star, specifier.length - (pattern.length - star - 1));
    for (const target of Array.isArray(targets) ? targets.slice(0, maxTargets) : []) {
      if (typeof target !== 'string' || isTooLong(target)) continue;
      const path = writtenPath(
        pathsFolder,
        inFolder(target).replace('*', () => matched),
      );
      if (path !== undefined) found.push(path);
    }
  }
  const based = baseUrl === undefined ? undefined : writtenPath(baseUrl, specifier);
  return based === undefined ? found : [...found, based];
}

/** The exact pattern, or the one with the longest prefix before its star. */
function bestPattern(patterns: readonly string[], specifier: string): string | undefined {
  if (patterns.includes(specifier)) return specifier;
  return patterns
    .filter((pattern) => {
      const star = pattern.indexOf('*');
      if (star === -1 || specifier.length < pattern.length - 1) return false;
      return specifier.startsWith(pattern.slice(0, star)) && specifier.endsWith(pattern.slice(star + 1));
    })
    .sort((a, b) => b.indexOf('*') - a.indexOf('*'))[0];
}

/** `${configDir}` is the folder of the extending configuration; the folder of this one is nearly always the same. */
function inFolder(path: string): string {
  return path.replace(/^\$\{configDir\}\/?/, './');
}
