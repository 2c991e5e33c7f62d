/** The Rust packages of a ref: each `Cargo.toml` with the root files of its crates and the packages it depends on. */

import { type FolderTable, folderOf, foldersAbove, folderTable, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { firstManifests, isTable, readToml, type Table, tableAt, textAt } from '../read-manifest.ts';
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
  /** The folder of the package, if the manifest has it. */
  readonly folder: string | undefined;
}

export interface RustPackages {
  readonly byFolder: ReadonlyMap<string, RustPackage>;
  readonly byName: ReadonlyMap<string, RustPackage>;
  /** The paths of all crate roots. */
  readonly roots: ReadonlySet<string>;
  /** The crate roots by folder. */
  readonly rootsIn: ReadonlyMap<string, readonly FileVersion[]>;
}

export async function rustPackages(view: RefView): Promise<RustPackages> {
  const folders = await view.derived(folderTable);
  const manifests = new Map<string, Table>();
  for (const file of firstManifests(folders.named('Cargo.toml'))) {
    const manifest = await readToml(view, file);
    if (manifest !== undefined) manifests.set(folderOf(file.path), manifest);
  }
  const byFolder = new Map<string, RustPackage>();
  const byName = new Map<string, RustPackage>();
  const roots = new Set<string>();
  const rootsIn = new Map<string, FileVersion[]>();
  const workspaces = new Workspaces(manifests);
  for (const [folder, manifest] of manifests) {
    const found = await packageOf(view, folders, workspaces, folder, manifest);
    if (found === undefined) continue;
    byFolder.set(folder, found);
    if (!byName.has(found.name)) byName.set(found.name, found);
  }
  const packages = [...byFolder.values()];
  // Without a valid manifest, the name of the file is enough.
  const usual = [...folders.named('lib.rs'), ...folders.named('main.rs')];
  const alone: FileVersion[] = [];
  for (const file of usual) {
    if (view.isPauseDue()) await view.pause();
    if (packageAround({ byFolder }, file) === undefined) alone.push(file);
  }
  for (const root of [...packages.flatMap((each) => each.roots), ...alone]) {
    roots.add(root.path);
    const home = folderOf(root.path);
    const others = rootsIn.get(home);
    if (others === undefined) rootsIn.set(home, [root]);
    else others.push(root);
  }
  return { byFolder, byName, roots, rootsIn };
}

/** Returns the package of a file. */
export function packageAround(
  { byFolder }: Pick<RustPackages, 'byFolder'>,
  file: FileVersion,
): RustPackage | undefined {
  for (const folder of foldersAbove(folderOf(file.path))) {
    const found = byFolder.get(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the library that the first name of a path refers to in a package; undefined if it is not in the repository.
 */
export function libraryCalled(packages: RustPackages, from: RustPackage, name: string): FileVersion | undefined {
  const dependency = from.dependencies.get(name);
  if (dependency !== undefined) {
    const folder = dependency.folder;
    const found = folder === undefined ? undefined : packages.byFolder.get(folder);
    return (found ?? packages.byName.get(dependency.name))?.library;
  }
  return from.libraryName === name ? from.library : undefined;
}

async function packageOf(
  view: RefView,
  folders: FolderTable,
  workspaces: Workspaces,
  folder: string,
  manifest: Table,
): Promise<RustPackage | undefined> {
  const about = tableAt(manifest, 'package');
  const name = textAt(about, 'name');
  if (name === undefined) return undefined;
  const at = (path: string | undefined) => {
    const target = path === undefined ? undefined : joined(folder, path);
    return target === undefined ? undefined : folders.byPath(target);
  };
  const lib = tableAt(manifest, 'lib');
  const library = at(textAt(lib, 'path')) ?? at('src/lib.rs');
  const listed = ['bin', 'example', 'test', 'bench'].flatMap((target) => {
    const targets = manifest[target];
    return Array.isArray(targets) ? targets.map((each) => at(isTable(each) ? textAt(each, 'path') : undefined)) : [];
  });
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
    dependencies: await dependenciesOf(view, workspaces, folder, manifest),
  };
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
  view: RefView,
  workspaces: Workspaces,
  folder: string,
  manifest: Table,
): Promise<ReadonlyMap<string, Dependency>> {
  const found = new Map<string, Dependency>();
  const platforms = Object.values(tableAt(manifest, 'target')).filter(isTable);
  for (const table of [manifest, ...platforms]) {
    for (const [key, value] of dependencyFields.flatMap((field) => Object.entries(tableAt(table, field)))) {
      if (view.isPauseDue()) await view.pause();
      found.set(key.replaceAll('-', '_'), dependency(workspaces, folder, key, value));
    }
  }
  return found;
}

function dependency(workspaces: Workspaces, folder: string, key: string, value: unknown): Dependency {
  if (isTable(value) && value.workspace !== true) return writtenDependency(folder, key, value);
  const root = isTable(value) ? workspaces.above(folder) : undefined;
  const shared = root === undefined ? undefined : tableAt(root.table, 'dependencies')[key];
  return root === undefined || !isTable(shared)
    ? { name: key, folder: undefined }
    : writtenDependency(root.folder, key, shared);
}

function writtenDependency(folder: string, key: string, value: Table): Dependency {
  const path = textAt(value, 'path');
  // Many packages may inherit the same path, so a long one would fill the memory.
  const isUsual = path !== undefined && path.length <= maxPathLength;
  return { name: textAt(value, 'package') ?? key, folder: isUsual ? joined(folder, path) : undefined };
}

/** The longest path of a file in an index. */
const maxPathLength = 4_096;

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
