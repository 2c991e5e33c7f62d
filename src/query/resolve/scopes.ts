/**
 * Scopes are what a language means by the module and the package of a file, as sets of files. The table has a row per
 * language; what it does not name has its folder for a module and the topmost folder for a package.
 */
import type { FileVersion } from '../../store/store.ts';
import { type FolderTable, folderOf, foldersAbove, folderTable } from '../view/folder-table.ts';
import type { RefView } from '../view/ref-view.ts';

export type ScopeName = 'module' | 'package';

/** The other files of a file's module or package, of the same language or one that shares its names. */
export async function filesInScope(view: RefView, file: FileVersion, scope: ScopeName): Promise<FileVersion[]> {
  const setting: Setting = {
    files: (await view.files()).files,
    folders: await view.derived(folderTable),
    manifests: await view.derived(manifestFolders),
  };
  const speaks = new Set(families.find((family) => family.includes(file.language)) ?? [file.language]);
  const found = (rows[file.language] ?? otherwise)[scope](setting, file);
  return found.filter((other) => other.id !== file.id && speaks.has(other.language));
}

/** Whether a name at the top level of one file is known in the other without an import. */
export function sharesNames(a: FileVersion, b: FileVersion): boolean {
  if (a.language !== b.language || a.module !== b.module) return false;
  if (a.language === 'go') return folderOf(a.path) === folderOf(b.path);
  return a.language === 'java' && a.module !== '';
}

interface Setting {
  readonly files: readonly FileVersion[];
  readonly folders: FolderTable;
  readonly manifests: Manifests;
}

type FilesOf = (setting: Setting, file: FileVersion) => readonly FileVersion[];

const families: readonly (readonly string[])[] = [
  ['typescript', 'javascript'],
  ['c', 'cpp'],
];

const otherwise: Readonly<Record<ScopeName, FilesOf>> = { module: inFolder, package: inTopFolder };

const rows: Readonly<Record<string, Readonly<Record<ScopeName, FilesOf>>>> = {
  // A package is a folder, and there is nothing between it and a file.
  go: { module: inClauseOfFolder, package: inClauseOfFolder },
  rust: { module: inRustModule, package: underManifest },
  // A module is a file; the package is the folder with its modules.
  python: { module: () => [], package: inFolder },
  typescript: { module: inFolder, package: underManifest },
  javascript: { module: inFolder, package: underManifest },
  // The package clause, whatever the source tree: main and test share it.
  java: { module: inFolder, package: inClause },
  csharp: { module: inFolder, package: underManifest },
  php: { module: inFolder, package: underManifest },
  ruby: { module: inFolder, package: underManifest },
};

/** The files by which a folder says that it is a package, by name or by ending. */
const manifestNames: Readonly<Record<string, RegExp>> = {
  rust: /^Cargo\.toml$/,
  typescript: /^package\.json$/,
  javascript: /^package\.json$/,
  csharp: /\.csproj$/,
  php: /^composer\.json$/,
  ruby: /\.gemspec$/,
};

/** The folders with a manifest, by language. */
type Manifests = Readonly<Record<string, ReadonlySet<string>>>;

async function manifestFolders(view: RefView): Promise<Manifests> {
  const found = Object.fromEntries(Object.keys(manifestNames).map((language) => [language, new Set<string>()]));
  for (const { path } of (await view.files()).files) {
    const folder = folderOf(path);
    const name = path.slice(folder === '' ? 0 : folder.length + 1);
    for (const [language, pattern] of Object.entries(manifestNames)) {
      if (pattern.test(name)) found[language]?.add(folder);
    }
  }
  return found;
}

function inFolder({ folders }: Setting, { path }: FileVersion): readonly FileVersion[] {
  return folders.filesIn(folderOf(path));
}

function inClauseOfFolder(setting: Setting, file: FileVersion): readonly FileVersion[] {
  return inFolder(setting, file).filter(({ module }) => module === file.module);
}

function inClause(setting: Setting, file: FileVersion): readonly FileVersion[] {
  if (file.module === '') return inFolder(setting, file);
  return setting.files.filter(({ module, language }) => module === file.module && language === file.language);
}

/** The modules beside a file, the one that holds them, and those below it: `auth.rs` is the module of `auth/jwt.rs`. */
function inRustModule(setting: Setting, file: FileVersion): readonly FileVersion[] {
  const { folders } = setting;
  const around = folders.byPath(`${folderOf(file.path)}.rs`);
  const below = folders.filesIn(file.path.replace(/\.rs$/, ''));
  return [...inFolder(setting, file), ...(around === undefined ? [] : [around]), ...below];
}

function inTopFolder({ files }: Setting, { path }: FileVersion): readonly FileVersion[] {
  const top = path.slice(0, path.indexOf('/') + 1);
  return files.filter((other) => (top === '' ? !other.path.includes('/') : other.path.startsWith(top)));
}

/** The files whose nearest manifest is that of the file; without one, the top folder. */
function underManifest(setting: Setting, file: FileVersion): readonly FileVersion[] {
  const holds = setting.manifests[file.language] ?? new Set();
  const packages = new Map<string, string | undefined>();
  const packageOf = (path: string): string | undefined => {
    const folder = folderOf(path);
    if (!packages.has(folder))
      packages.set(
        folder,
        [...foldersAbove(folder)].find((above) => holds.has(above)),
      );
    return packages.get(folder);
  };
  const own = packageOf(file.path);
  if (own === undefined) return inTopFolder(setting, file);
  return setting.files.filter(({ path }) => (own === '' || path.startsWith(`${own}/`)) && packageOf(path) === own);
}
