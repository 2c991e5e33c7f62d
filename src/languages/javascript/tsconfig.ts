/**
 * Path aliases of TypeScript and JavaScript configurations: `paths` and `baseUrl` of the nearest one and those it
 * extends.
 */

import { skipReasons } from '../../model.ts';
import { type FolderTable, folderOf, foldersAbove, folderTable } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { linkTable, skippedPaths } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { firstManifests, isTooLarge, readJson, type Table, tableAt, textAt, tooLarge } from '../read-manifest.ts';
import type { Unread } from '../unread-rules.ts';
import { codeLinkAt } from './code-links.ts';
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

interface ReadAliases {
  readonly aliases: readonly Aliases[];
  /** The configurations that were not read, or not in full, and the links that aliases lead through. */
  readonly unread: readonly Unread[];
}

/** By the path of a configuration. */
interface KnownConfigs {
  readonly aliases: Map<string, ReadAliases>;
  /** Only the fields that matter here: many configurations extend the same one. */
  readonly tables: Map<string, Table | undefined>;
}

interface Reading extends Pick<KnownConfigs, 'tables'> {
  readonly view: RefView;
  readonly folders: FolderTable;
  readonly unread: Unread[];
}

const configNames = ['tsconfig.json', 'jsconfig.json'];
/** Maximum depth of configurations that extend or reference one another. */
const maxSteps = 16;
/** Every import is compared with all patterns, and tried at all targets of one. Real configurations have fewer. */
const maxPatterns = 1_000;
const maxTargets = 20;

async function aliasesFor(view: RefView, file: FileVersion): Promise<readonly Aliases[]> {
  const folders = await view.derived(folderTable);
  const config = nearestConfig(folders, folderOf(file.path));
  return config === undefined ? [] : (await aliasesOf(view, folders, config)).aliases;
}

function nearestConfig(folders: FolderTable, within: string): FileVersion | undefined {
  for (const folder of foldersAbove(within)) {
    for (const name of configNames) {
      const config = folders.byPath(folder === '' ? name : `${folder}/${name}`);
      if (config !== undefined) return config;
    }
  }
  return undefined;
}

async function aliasesOf(view: RefView, folders: FolderTable, config: FileVersion): Promise<ReadAliases> {
  const { aliases, tables } = await view.derived(knownConfigs);
  const known = aliases.get(config.path);
  if (known !== undefined) return known;
  const read = await readAliases({ view, folders, tables, unread: [] }, config);
  aliases.set(config.path, read);
  return read;
}

function knownConfigs(): KnownConfigs {
  return { aliases: new Map(), tables: new Map() };
}

/** What the configurations of folders with sources refer to and was not read. */
export async function partlyReadConfigs(
  view: RefView,
  hasSources: (folder: string) => boolean,
): Promise<readonly Unread[]> {
  const folders = await view.derived(folderTable);
  const found: Unread[] = [];
  for (const config of configNames.flatMap((name) => firstManifests(folders.named(name)))) {
    if (!hasSources(folderOf(config.path))) continue;
    for (const each of (await aliasesOf(view, folders, config)).unread) found.push(each);
  }
  return found;
}

/** Aliases of the configuration itself, and of the projects that it references. */
async function readAliases(reading: Reading, config: FileVersion): Promise<ReadAliases> {
  const { folders, unread } = reading;
  const read = await readConfig(reading, config, new Set());
  const gathered: Aliases[] = [read.aliases];
  const references = read.table?.references;
  for (const [index, reference] of (Array.isArray(references) ? references : []).entries()) {
    const path = textAt(tableAt({ reference }, 'reference'), 'path');
    const target = path === undefined ? undefined : writtenPath(folderOf(config.path), path);
    const file = target === undefined ? undefined : await configAt(reading, target);
    if (file === undefined) continue;
    if (index < maxSteps) gathered.push((await readConfig(reading, file, new Set([config.path]))).aliases);
    // The files of most projects have a configuration of their own.
    else if (nearestConfig(folders, folderOf(file.path)) === config) {
      unread.push({ path: config.path, why: `it references more than ${maxSteps} projects` });
    }
  }
  const aliases = gathered.filter(({ paths, baseUrl }) => baseUrl !== undefined || Object.keys(paths).length > 0);
  for (const each of aliases) await noteLimits(reading, config, each);
  return { aliases, unread };
}

/** Notes aliases that are not compared, and links that aliases lead to. */
async function noteLimits(
  { view, unread }: Reading,
  { path }: FileVersion,
  { paths, pathsFolder, baseUrl }: Aliases,
): Promise<void> {
  const lists = Object.values(paths).map((targets) => (Array.isArray(targets) ? targets : []));
  if (lists.length > maxPatterns) unread.push({ path, why: `it has more than ${maxPatterns} paths` });
  if (lists.some(({ length }) => length > maxTargets)) {
    unread.push({ path, why: `it has a path with more than ${maxTargets} targets` });
  }
  const links = await view.derived(linkTable);
  if (links.links.length === 0) return;
  const written = lists.flatMap((targets) => targets.slice(0, maxTargets)).filter((each) => typeof each === 'string');
  const targets = written.map((target) => writtenPath(pathsFolder, inFolder(target).split('*')[0] as string));
  for (const each of [...targets, baseUrl]) {
    const link = codeLinkAt(links, each);
    if (link !== undefined) unread.push(link);
  }
}

async function readConfig(
  reading: Reading,
  config: FileVersion,
  seen: Set<string>,
): Promise<{ readonly aliases: Aliases; readonly table: Table | undefined }> {
  seen.add(config.path);
  const table = await tableOf(reading, config);
  const folder = folderOf(config.path);
  let aliases: Aliases = { paths: {}, pathsFolder: folder, baseUrl: undefined };
  const bases = [table?.extends].flat().filter((base): base is string => typeof base === 'string');
  for (const base of bases) {
    const file = await extended(reading, folder, base);
    if (file === undefined || seen.has(file.path)) continue;
    if (seen.size >= maxSteps) {
      reading.unread.push({ path: file.path, why: `more than ${maxSteps} configurations extend one another` });
      continue;
    }
    const inherited = (await readConfig(reading, file, seen)).aliases;
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

async function tableOf({ view, tables, unread }: Reading, config: FileVersion): Promise<Table | undefined> {
  if (isTooLarge(config)) unread.push({ path: config.path, why: tooLarge });
  if (tables.has(config.path)) return tables.get(config.path);
  const whole = await readJson(view, config);
  const { paths, baseUrl } = tableAt(whole, 'compilerOptions');
  const table = whole && { extends: whole.extends, references: whole.references, compilerOptions: { paths, baseUrl } };
  tables.set(config.path, table);
  return table;
}

/** A configuration is extended by its path, or by the name of a package of the repository. */
async function extended(reading: Reading, folder: string, base: string): Promise<FileVersion | undefined> {
  if (/^\.\.?(?:\/|$)/.test(base)) {
    const path = writtenPath(folder, base);
    return path === undefined ? undefined : configAt(reading, path);
  }
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(base) ?? [];
  const [found] = (await reading.view.derived(packageTable)).byName.get(name) ?? [];
  const path = found === undefined ? undefined : writtenPath(found.folder, rest);
  return path === undefined ? undefined : configAt(reading, path);
}

async function configAt({ view, folders, unread }: Reading, path: string): Promise<FileVersion | undefined> {
  const candidates = [path, `${path}.json`, writtenPath(path, configNames[0] as string) ?? ''];
  for (const candidate of candidates) {
    const file = folders.byPath(candidate);
    if (file !== undefined) return file;
  }
  const skipped = await view.derived(skippedPaths);
  for (const candidate of candidates) {
    const reason = skipped.get(candidate);
    if (reason !== undefined) unread.push({ path: candidate, why: skipReasons[reason].reason });
  }
  return undefined;
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
