/** The Rust packages of a ref: each `Cargo.toml` with the root files of its crates and the packages it depends on. */

import { type FolderTable, folderOf, folderTable, joined, NearestAbove } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { EntryLimit, maxPerManifest } from '../entry-limit.ts';
import { firstManifests, isTable, readToml, type Table, tableAt, textAt } from '../read-manifest.ts';
import type { Unread } from '../unread-rules.ts';
import { Workspaces } from './workspaces.ts';

export interface RustPackage {
  readonly folder: string;
  readonly name: string;
  /** The name of its library in paths. */
  readonly libraryName: string;
  readonly library: FileVersion | undefined;
  /** The root files of its crates: the library first, then the main program. */
  readonly roots: readonly FileVersion[];
  /** In the 2015 edition, a path starts at the root of the crate. */
  readonly isOldEdition: boolean;
  /** The names of dependencies in paths. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
}

interface Dependency {
  readonly name: string;
  /**
   * The path of the package as written, if the manifest has it, and the folder that it starts from. They are joined on
   * use: thousands of paths in a deep folder would fill the memory.
   */
  readonly path?: string;
  readonly from?: string;
}

export interface RustPackages {
  readonly byFolder: ReadonlyMap<string, RustPackage>;
  readonly byName: ReadonlyMap<string, RustPackage>;
  /** The package of a folder. */
  readonly around: NearestAbove<RustPackage>;
  /** The paths of all crate roots. */
  readonly roots: ReadonlySet<string>;
  /** The crate roots by folder. */
  readonly rootsIn: ReadonlyMap<string, readonly FileVersion[]>;
  /** The manifests with more targets or dependencies than are read. */
  readonly cut: readonly Unread[];
}

export async function rustPackages(view: RefView): Promise<RustPackages> {
  const folders = await view.derived(folderTable);
  const manifests = new Map<string, Manifest>();
  const shared = new Map<string, Table>();
  const limits = { targets: new EntryLimit('targets'), dependencies: new EntryLimit('dependencies') };
  for (const file of firstManifests(folders.named('Cargo.toml'))) {
    const parsed = await readToml(view, file);
    if (parsed === undefined) continue;
    const folder = folderOf(file.path);
    const workspace = sharedPart(limits, file.path, parsed);
    if (workspace !== undefined) shared.set(folder, { workspace });
    const manifest = await readPart(view, limits, file.path, parsed);
    if (manifest !== undefined) manifests.set(folder, manifest);
  }
  const byFolder = new Map<string, RustPackage>();
  const byName = new Map<string, RustPackage>();
  const roots = new Set<string>();
  const rootsIn = new Map<string, FileVersion[]>();
  const reading: Reading = { view, folders, workspaces: new Workspaces(shared) };
  for (const [folder, manifest] of manifests) {
    const found = await packageOf(reading, folder, manifest);
    byFolder.set(folder, found);
    if (!byName.has(found.name)) byName.set(found.name, found);
  }
  const packages = [...byFolder.values()];
  const around = new NearestAbove((folder) => byFolder.get(folder));
  // Without a valid manifest, the name of the file is enough.
  const usual = [...folders.named('lib.rs'), ...folders.named('main.rs')];
  const alone: FileVersion[] = [];
  for (const file of usual) {
    if (view.isPauseDue()) await view.pause();
    if (packageAround({ around }, file) === undefined) alone.push(file);
  }
  for (const root of [...packages.flatMap((each) => each.roots), ...alone]) {
    roots.add(root.path);
    const home = folderOf(root.path);
    const others = rootsIn.get(home);
    if (others === undefined) rootsIn.set(home, [root]);
    else others.push(root);
  }
  const cut = [...limits.targets.unread, ...limits.dependencies.unread];
  return { byFolder, byName, around, roots, rootsIn, cut };
}

/** Returns the package of a file. */
export function packageAround(
  { around }: Pick<RustPackages, 'around'>,
  { path }: Pick<FileVersion, 'path'>,
): RustPackage | undefined {
  return around.from(folderOf(path));
}

export async function partlyReadCrates(
  view: RefView,
  hasSources: (folder: string) => boolean,
): Promise<readonly Unread[]> {
  const { cut } = await view.derived(rustPackages);
  return cut.filter(({ path }) => hasSources(folderOf(path)));
}

/**
 * Returns the library that the first name of a path refers to in a package; undefined if it is not in the repository.
 */
export function libraryCalled(packages: RustPackages, from: RustPackage, name: string): FileVersion | undefined {
  const dependency = from.dependencies.get(name);
  if (dependency !== undefined) {
    const { from: base, path } = dependency;
    const folder = base === undefined || path === undefined ? undefined : joined(base, path);
    const found = folder === undefined ? undefined : packages.byFolder.get(folder);
    return (found ?? packages.byName.get(dependency.name))?.library;
  }
  return from.libraryName === name ? from.library : undefined;
}

interface Reading {
  readonly view: RefView;
  readonly folders: FolderTable;
  readonly workspaces: Workspaces;
}

/** What is read of a manifest. All manifests are in memory at the same time, and a parsed one takes 70 times its size. */
interface Manifest {
  readonly name: string;
  /** The fields of the package that are texts or flags. */
  readonly about: Table;
  readonly lib: { readonly name: string | undefined; readonly path: string | undefined };
  readonly targetPaths: readonly string[];
  readonly dependencies: readonly WrittenDependency[];
}

interface WrittenDependency {
  readonly key: string;
  readonly package: string | undefined;
  readonly path: string | undefined;
  readonly isShared: boolean;
}

interface Limits {
  readonly targets: EntryLimit;
  readonly dependencies: EntryLimit;
}

/** Undefined for a manifest without a package. */
async function readPart(view: RefView, limits: Limits, file: string, parsed: Table): Promise<Manifest | undefined> {
  const about = tableAt(parsed, 'package');
  const name = textAt(about, 'name');
  if (name === undefined) return undefined;
  const lib = tableAt(parsed, 'lib');
  return {
    name,
    about: {
      build: typeof about.build === 'string' ? about.build : undefined,
      edition: textAt(about, 'edition') ?? { workspace: tableAt(about, 'edition').workspace === true },
      ...Object.fromEntries(targetFolders.map(([, field]) => [field, about[field] !== false])),
    },
    lib: { name: textAt(lib, 'name'), path: textAt(lib, 'path') },
    targetPaths: await listedPaths(view, limits, file, parsed),
    dependencies: await writtenDependencies(view, limits, file, parsed),
  };
}

/** What a manifest shares with the members of its workspace. */
function sharedPart({ dependencies }: Limits, file: string, parsed: Table): Table | undefined {
  const { workspace } = parsed;
  if (!isTable(workspace)) return undefined;
  const shared = Object.entries(tableAt(workspace, 'dependencies'));
  if (shared.length > maxPerManifest) dependencies.cut(file);
  return {
    package: { edition: textAt(tableAt(workspace, 'package'), 'edition') },
    dependencies: Object.fromEntries(
      shared.slice(0, maxPerManifest).flatMap(([key, value]) => (isTable(value) ? [[key, written(key, value)]] : [])),
    ),
  };
}

async function packageOf(reading: Reading, folder: string, manifest: Manifest): Promise<RustPackage> {
  const { folders, workspaces } = reading;
  const { name, about, lib } = manifest;
  const at = (path: string | undefined) => {
    const target = path === undefined ? undefined : joined(folder, path);
    return target === undefined ? undefined : folders.byPath(target);
  };
  const library = at(lib.path) ?? at('src/lib.rs');
  const listed: (FileVersion | undefined)[] = [];
  for (const path of manifest.targetPaths) {
    if (reading.view.isPauseDue()) await reading.view.pause();
    listed.push(at(path));
  }
  const roots = [library, at('src/main.rs'), ...listed, ...discovered(folders, folder, about)];
  roots.push(at(textAt(about, 'build') ?? 'build.rs'));
  const edition = inherited(workspaces, folder, about, 'package', 'edition');
  return {
    folder,
    name,
    libraryName: (lib.name ?? name).replaceAll('-', '_'),
    library,
    roots: [...new Set(roots)].filter((root) => root !== undefined),
    isOldEdition: edition === undefined || edition === '2015',
    dependencies: await dependenciesOf(reading, folder, manifest),
  };
}

/** The fields of a manifest that list targets. */
const targetFields = ['bin', 'example', 'test', 'bench'];

/** The paths of the targets that a manifest lists. */
async function listedPaths(view: RefView, { targets }: Limits, file: string, parsed: Table): Promise<string[]> {
  const paths = new Set<string>();
  for (const field of targetFields) {
    const listed = parsed[field];
    for (const each of Array.isArray(listed) ? listed : []) {
      if (view.isPauseDue()) await view.pause();
      const path = isTable(each) ? textAt(each, 'path') : undefined;
      if (path === undefined || paths.has(path)) continue;
      if (!targets.take(file)) return [...paths];
      paths.add(path);
    }
  }
  return [...paths];
}

/** Folders in which each file, or each folder with a `main.rs`, is a crate, and the manifest field that disables it. */
const targetFolders = [
  ['src/bin', 'autobins'],
  ['tests', 'autotests'],
  ['examples', 'autoexamples'],
  ['benches', 'autobenches'],
] as const;

function discovered(folders: FolderTable, folder: string, about: Table): FileVersion[] {
  return targetFolders.flatMap(([target, field]) => {
    if (about[field] === false) return [];
    const path = joined(folder, target) as string;
    const files = folders.filesIn(path).filter(({ language }) => language === 'rust');
    const programs = folders.foldersIn(path).flatMap((each) => folders.byPath(`${each}/main.rs`) ?? []);
    return [...files, ...programs];
  });
}

const dependencyFields = ['dependencies', 'dev-dependencies', 'build-dependencies'];

async function writtenDependencies(
  view: RefView,
  { dependencies }: Limits,
  file: string,
  parsed: Table,
): Promise<WrittenDependency[]> {
  const found: WrittenDependency[] = [];
  const platforms = Object.values(tableAt(parsed, 'target')).filter(isTable);
  for (const table of [parsed, ...platforms]) {
    for (const [key, value] of dependencyFields.flatMap((field) => Object.entries(tableAt(table, field)))) {
      if (view.isPauseDue()) await view.pause();
      if (!dependencies.take(file)) return found;
      found.push(written(key, value));
    }
  }
  return found;
}

function written(key: string, value: unknown): WrittenDependency {
  if (!isTable(value)) return { key, package: undefined, path: undefined, isShared: false };
  const path = textAt(value, 'path');
  return {
    key,
    package: textAt(value, 'package'),
    path: path === undefined || path.length > maxPathLength ? undefined : path,
    isShared: value.workspace === true,
  };
}

async function dependenciesOf(
  { view, workspaces }: Reading,
  folder: string,
  { dependencies }: Manifest,
): Promise<ReadonlyMap<string, Dependency>> {
  const found = new Map<string, Dependency>();
  for (const each of dependencies) {
    if (view.isPauseDue()) await view.pause();
    found.set(each.key.replaceAll('-', '_'), dependency(workspaces, folder, each));
  }
  return found;
}

function dependency(workspaces: Workspaces, folder: string, own: WrittenDependency): Dependency {
  if (!own.isShared) return located(folder, own);
  const root = workspaces.above(folder);
  const shared = root === undefined ? undefined : tableAt(root.table, 'dependencies')[own.key];
  return root === undefined || !isTable(shared) ? { name: own.key } : located(root.folder, written(own.key, shared));
}

function located(folder: string, { key, package: name = key, path }: WrittenDependency): Dependency {
  return path === undefined ? { name } : { name, path, from: folder };
}

/** The longest path of a file in an index. */
const maxPathLength = 1_024;

/** A field of the package, or of its workspace (`edition.workspace = true`). */
function inherited(
  workspaces: Workspaces,
  folder: string,
  table: Table,
  section: string,
  field: string,
): string | undefined {
  if (tableAt(table, field).workspace !== true) return textAt(table, field);
  return textAt(tableAt(workspaces.above(folder)?.table, section), field);
}
