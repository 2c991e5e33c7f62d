/** The Rust packages of a ref: each `Cargo.toml` with the root files of its crates and the packages it depends on. */

import { type FolderTable, folderOf, folderTable, joined, NearestAbove } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { EntryLimit, maxPerManifest } from '../entry-limit.ts';
import { pathIn } from '../import-rules.ts';
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
  const targets = new EntryLimit('targets');
  const manifests = new Map<string, Table>();
  for (const file of firstManifests(folders.named('Cargo.toml'))) {
    const manifest = await readToml(view, file);
    if (manifest !== undefined) manifests.set(folderOf(file.path), shortened(targets, file.path, manifest));
  }
  const byFolder = new Map<string, RustPackage>();
  const byName = new Map<string, RustPackage>();
  const roots = new Set<string>();
  const rootsIn = new Map<string, FileVersion[]>();
  const reading: Reading = {
    view,
    folders,
    workspaces: new Workspaces(manifests),
    targets,
    dependencies: new EntryLimit('dependencies'),
  };
  for (const [folder, manifest] of manifests) {
    const found = await packageOf(reading, folder, manifest);
    if (found === undefined) continue;
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
  const cut = [...reading.targets.unread, ...reading.dependencies.unread];
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
  readonly targets: EntryLimit;
  readonly dependencies: EntryLimit;
}

async function packageOf(reading: Reading, folder: string, manifest: Table): Promise<RustPackage | undefined> {
  const { folders, workspaces } = reading;
  const about = tableAt(manifest, 'package');
  const name = textAt(about, 'name');
  if (name === undefined) return undefined;
  const at = (path: string | undefined) => {
    const target = path === undefined ? undefined : joined(folder, path);
    return target === undefined ? undefined : folders.byPath(target);
  };
  const lib = tableAt(manifest, 'lib');
  const library = at(textAt(lib, 'path')) ?? at('src/lib.rs');
  const listed: (FileVersion | undefined)[] = [];
  for (const path of await listedPaths(reading, folder, manifest)) {
    if (reading.view.isPauseDue()) await reading.view.pause();
    listed.push(at(path));
  }
  const roots = [library, at('src/main.rs'), ...listed, ...discovered(folders, folder, about)];
  const build = about.build;
  roots.push(at(typeof build === 'string' ? build : 'build.rs'));
  const edition = inherited(workspaces, folder, about, 'package', 'edition');
  return {
    folder,
    name,
    libraryName: (textAt(lib, 'name') ?? name).replaceAll('-', '_'),
    library,
    roots: [...new Set(roots)].filter((root) => root !== undefined),
    isOldEdition: edition === undefined || edition === '2015',
    dependencies: await dependenciesOf(reading, folder, manifest),
  };
}

/** The fields of a manifest that list targets. */
const targetFields = ['bin', 'example', 'test', 'bench'];

/** A manifest without the targets beyond the limit: all manifests are in memory at the same time. */
function shortened(limit: EntryLimit, path: string, manifest: Table): Table {
  const long = targetFields.flatMap((field) => {
    const listed = manifest[field];
    return Array.isArray(listed) && listed.length > maxPerManifest ? [[field, listed.slice(0, maxPerManifest)]] : [];
  });
  if (long.length > 0) limit.cut(path);
  return long.length > 0 ? { ...manifest, ...Object.fromEntries(long) } : manifest;
}

/** The paths of the targets that a manifest lists. */
async function listedPaths({ view, targets }: Reading, folder: string, manifest: Table): Promise<Iterable<string>> {
  const paths = new Set<string>();
  for (const field of targetFields) {
    const listed = manifest[field];
    for (const each of Array.isArray(listed) ? listed : []) {
      if (view.isPauseDue()) await view.pause();
      const path = isTable(each) ? textAt(each, 'path') : undefined;
      if (path === undefined || paths.has(path)) continue;
      if (!targets.take(manifestIn(folder))) return paths;
      paths.add(path);
    }
  }
  return paths;
}

function manifestIn(folder: string): string {
  return pathIn(folder, 'Cargo.toml');
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

async function dependenciesOf(
  { view, workspaces, dependencies }: Reading,
  folder: string,
  manifest: Table,
): Promise<ReadonlyMap<string, Dependency>> {
  const found = new Map<string, Dependency>();
  const platforms = Object.values(tableAt(manifest, 'target')).filter(isTable);
  for (const table of [manifest, ...platforms]) {
    for (const [key, value] of dependencyFields.flatMap((field) => Object.entries(tableAt(table, field)))) {
      if (view.isPauseDue()) await view.pause();
      if (!dependencies.take(manifestIn(folder))) return found;
      found.set(key.replaceAll('-', '_'), dependency(workspaces, folder, key, value));
    }
  }
  return found;
}

function dependency(workspaces: Workspaces, folder: string, key: string, value: unknown): Dependency {
  if (isTable(value) && value.workspace !== true) return writtenDependency(folder, key, value);
  const root = isTable(value) ? workspaces.above(folder) : undefined;
  const shared = root === undefined ? undefined : tableAt(root.table, 'dependencies')[key];
  return root === undefined || !isTable(shared) ? { name: key } : writtenDependency(root.folder, key, shared);
}

function writtenDependency(folder: string, key: string, value: Table): Dependency {
  const path = textAt(value, 'path');
  const name = textAt(value, 'package') ?? key;
  return path === undefined || path.length > maxPathLength ? { name } : { name, path, from: folder };
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
