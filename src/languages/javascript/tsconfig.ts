/**
 * Path aliases of TypeScript and JavaScript configurations: `paths` and `baseUrl` of the nearest one and those it
 * extends.
 */

import { skipReasons } from '../../model.ts';
import { type FolderTable, folderOf, folderTable, NearestAbove } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { linkTable, skippedPaths } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { pathIn } from '../import-rules.ts';
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
  readonly paths: Paths;
  /** The base of relative targets in `paths`. */
  readonly pathsFolder: string;
  readonly baseUrl: string | undefined;
}

/** The targets of each pattern. */
type Paths = ReadonlyMap<string, readonly string[]>;

interface ReadAliases {
  readonly aliases: readonly Aliases[];
  /** The configurations that were not read, or not in full, and the links that aliases lead through. */
  readonly unread: readonly Unread[];
}

/** The fields of a configuration that matter here: many configurations extend the same one, so they are kept. */
interface Config {
  readonly file: FileVersion;
  /** Those that it extends, if they are in the repository. */
  readonly bases: readonly FileVersion[];
  readonly references: readonly FileVersion[];
  readonly paths: Paths | undefined;
  readonly baseUrl: string | undefined;
  /** What it has beyond the limits, and what it refers to and is not in the index. */
  readonly unread: readonly Unread[];
}

/** By the path of a configuration. */
interface KnownConfigs {
  readonly aliases: Map<string, ReadAliases>;
  readonly configs: Map<string, Config>;
  readonly nearest: NearestAbove<FileVersion>;
}

interface Reading extends KnownConfigs {
  readonly view: RefView;
  readonly folders: FolderTable;
  /** By path, since several configurations may refer to the same file. */
  readonly unread: Map<string, Unread>;
}

const configNames = ['tsconfig.json', 'jsconfig.json'];
/** Maximum depth of configurations that extend or reference one another. */
const maxSteps = 16;
/** Every import is compared with all patterns, and tried at all targets of one. Real configurations have fewer. */
const maxPatterns = 1_000;
const maxTargets = 20;
/** Of all patterns of a configuration. */
const maxAllTargets = 5_000;
/** Configurations that one extends; each is looked for in several places. Real ones have a few. */
const maxBases = 100;
const maxReferences = 2_000;
/** Unread files that are kept for one configuration; one is enough for an answer to be partial. */
const maxUnread = 20;

async function aliasesFor(view: RefView, file: FileVersion): Promise<readonly Aliases[]> {
  const config = (await view.derived(knownConfigs)).nearest.from(folderOf(file.path));
  return config === undefined ? [] : (await aliasesOf(view, config)).aliases;
}

async function aliasesOf(view: RefView, config: FileVersion): Promise<ReadAliases> {
  const known = await view.derived(knownConfigs);
  const folders = await view.derived(folderTable);
  const read =
    known.aliases.get(config.path) ?? (await readAliases({ ...known, view, folders, unread: new Map() }, config));
  known.aliases.set(config.path, read);
  return read;
}

async function knownConfigs(view: RefView): Promise<KnownConfigs> {
  const folders = await view.derived(folderTable);
  const configIn = (folder: string) => {
    if (folders.filesIn(folder).length === 0) return undefined;
    const [first, second] = configNames.map((name) => folders.byPath(pathIn(folder, name)));
    return first ?? second;
  };
  return { aliases: new Map(), configs: new Map(), nearest: new NearestAbove(configIn) };
}

/** What the configurations of folders with sources refer to and was not read. */
export async function partlyReadConfigs(
  view: RefView,
  hasSources: (folder: string) => boolean,
): Promise<readonly Unread[]> {
  const folders = await view.derived(folderTable);
  const found: Unread[] = [];
  for (const config of configNames.flatMap((name) => firstManifests(folders.named(name)))) {
    if (view.isPauseDue()) await view.pause();
    if (!hasSources(folderOf(config.path))) continue;
    for (const each of (await aliasesOf(view, config)).unread) found.push(each);
  }
  return found;
}

/** Aliases of the configuration itself, and of the projects that it references. */
async function readAliases(reading: Reading, file: FileVersion): Promise<ReadAliases> {
  const { view, nearest } = reading;
  const gathered: Aliases[] = [await inherited(reading, file, new Set())];
  for (const [index, project] of (await configOf(reading, file)).references.entries()) {
    if (view.isPauseDue()) await view.pause();
    if (index < maxSteps) gathered.push(await inherited(reading, project, new Set([file.path])));
    // The files of most projects have a configuration of their own.
    else if (nearest.from(folderOf(project.path)) === file) {
      note(reading, { path: file.path, why: `it references more than ${maxSteps} projects` });
      break;
    }
  }
  const aliases = gathered.filter(({ paths, baseUrl }) => baseUrl !== undefined || paths.size > 0);
  for (const each of aliases) await noteLinks(reading, each);
  return { aliases, unread: [...reading.unread.values()] };
}

function note({ unread }: Reading, each: Unread): void {
  if (unread.size < maxUnread && !unread.has(each.path)) unread.set(each.path, each);
}

/** Notes links that aliases lead to. */
async function noteLinks(reading: Reading, { paths, pathsFolder, baseUrl }: Aliases): Promise<void> {
  const { view } = reading;
  const links = await view.derived(linkTable);
  if (links.links.length === 0) return;
  const seen = new Set<string>();
  const noteLink = (path: string | undefined) => {
    const link = codeLinkAt(links, path);
    if (link !== undefined) note(reading, link);
  };
  for (const targets of paths.values()) {
    for (const target of targets) {
      if (view.isPauseDue()) await view.pause();
      const start = inFolder(target).split('*', 1)[0] as string;
      if (!seen.has(start)) noteLink(writtenPath(pathsFolder, start));
      seen.add(start);
    }
  }
  noteLink(baseUrl);
}

/** The aliases of a configuration, with those of the configurations that it extends. */
async function inherited(reading: Reading, file: FileVersion, seen: Set<string>): Promise<Aliases> {
  seen.add(file.path);
  const { bases, paths, baseUrl: written, unread } = await configOf(reading, file);
  for (const each of unread) note(reading, each);
  const folder = folderOf(file.path);
  let aliases: Aliases = { paths: new Map(), pathsFolder: folder, baseUrl: undefined };
  for (const base of bases) {
    if (seen.has(base.path)) continue;
    if (seen.size >= maxSteps) {
      note(reading, { path: base.path, why: `more than ${maxSteps} configurations extend one another` });
      continue;
    }
    const above = await inherited(reading, base, seen);
    const hasPaths = above.paths.size > 0;
    aliases = {
      paths: hasPaths ? above.paths : aliases.paths,
      pathsFolder: hasPaths ? above.pathsFolder : aliases.pathsFolder,
      baseUrl: above.baseUrl ?? aliases.baseUrl,
    };
  }
  const baseUrl = written === undefined ? aliases.baseUrl : writtenPath(folder, inFolder(written));
  return paths === undefined ? { ...aliases, baseUrl } : { paths, pathsFolder: baseUrl ?? folder, baseUrl };
}

async function configOf(reading: Reading, file: FileVersion): Promise<Config> {
  const known = reading.configs.get(file.path);
  if (known !== undefined) return known;
  const config = await readConfig({ ...reading, unread: new Map() }, file);
  reading.configs.set(file.path, config);
  return config;
}

async function readConfig(reading: Reading, file: FileVersion): Promise<Config> {
  const { view, unread } = reading;
  const { path } = file;
  const folder = folderOf(path);
  if (isTooLarge(file)) note(reading, { path, why: tooLarge });
  const table = await readJson(view, file);
  const options = tableAt(table, 'compilerOptions');
  const bases = [table?.extends].flat().filter((base): base is string => typeof base === 'string');
  const references = Array.isArray(table?.references) ? table.references : [];
  if (bases.length > maxBases) note(reading, { path, why: `it extends more than ${maxBases} configurations` });
  if (references.length > maxReferences) {
    note(reading, { path, why: `it references more than ${maxReferences} projects` });
  }
  const found = { bases: [] as FileVersion[], references: [] as FileVersion[] };
  for (const base of bases.slice(0, maxBases)) {
    const extending = await extended(reading, folder, base);
    if (extending !== undefined) found.bases.push(extending);
  }
  for (const reference of references.slice(0, maxReferences)) {
    const written = textAt(tableAt({ reference }, 'reference'), 'path');
    const target = written === undefined ? undefined : writtenPath(folder, written);
    const project = target === undefined ? undefined : await configAt(reading, target);
    if (project !== undefined) found.references.push(project);
  }
  const paths = options.paths === undefined ? undefined : pathsIn(reading, path, tableAt(options, 'paths'));
  return { file, ...found, paths, baseUrl: textAt(options, 'baseUrl'), unread: [...unread.values()] };
}

function pathsIn(reading: Reading, path: string, written: Table): Paths {
  const paths = new Map<string, readonly string[]>();
  let count = 0;
  for (const [pattern, list] of Object.entries(written)) {
    const all = Array.isArray(list) ? list : [];
    if (paths.size >= maxPatterns || count >= maxAllTargets) {
      note(reading, { path, why: `it has more than ${paths.size} paths` });
      break;
    }
    if (all.length > maxTargets) note(reading, { path, why: `it has a path with more than ${maxTargets} targets` });
    const targets = all.slice(0, maxTargets).filter((each): each is string => typeof each === 'string');
    count += targets.length;
    paths.set(pattern, targets);
  }
  return paths;
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

async function configAt(reading: Reading, path: string): Promise<FileVersion | undefined> {
  const { view, folders } = reading;
  const candidates = [path, `${path}.json`, writtenPath(path, configNames[0] as string) ?? ''];
  for (const candidate of candidates) {
    const file = folders.byPath(candidate);
    if (file !== undefined) return file;
  }
  const skipped = await view.derived(skippedPaths);
  for (const candidate of candidates) {
    const reason = skipped.get(candidate);
    if (reason !== undefined) note(reading, { path: candidate, why: skipReasons[reason].reason });
  }
  return undefined;
}

function pathsOf({ paths, pathsFolder, baseUrl }: Aliases, specifier: string): string[] {
  const found: string[] = [];
  const pattern = bestPattern(paths, specifier);
  if (pattern !== undefined) {
    const star = pattern.indexOf('*');
    const matched = star === -1 ? '' : specifier.slice(star, specifier.length - (pattern.length - star - 1));
    for (const target of paths.get(pattern) ?? []) {
      if (isTooLong(target)) continue;
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
function bestPattern(paths: Paths, specifier: string): string | undefined {
  if (paths.has(specifier)) return specifier;
  return [...paths.keys()]
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
