/**
 * Scopes are what a language means by the module and the package of a file, as sets of files. A language that says nothing
 * has its folder for a module and the topmost folder for a package.
 */
import { type FolderTable, folderOf, foldersAbove } from '../query/view/folder-table.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

export interface ScopeRules {
  /** The files by which a folder says that it is a package, by name or by ending. */
  readonly manifest?: RegExp;
  /** The files of a file's module, itself and other languages included. Default: those of its folder. */
  readonly module?: FilesOf;
  /** The files of a file's package. Default: those with the same manifest, if there are manifests; else those of the top folder. */
  readonly package?: FilesOf;
  /** Whether a name at the top level of one file is known in another without an import. Default: no. */
  sharesNames?(a: FileVersion, b: FileVersion): boolean;
  /** Whether a member may stand in another file than its type. Default: it may not. */
  isMemberInReach?(member: SymbolRecord, type: SymbolRecord): boolean;
  /** The members of a type that stand in other files. Default: none. */
  membersElsewhere?(
    view: RefView,
    type: SymbolRecord,
    isMember: (symbol: SymbolRecord) => boolean,
  ): Promise<SymbolRecord[]>;
}

export type FilesOf = (setting: ScopeSetting, file: FileVersion) => readonly FileVersion[];

export interface ScopeSetting {
  readonly files: readonly FileVersion[];
  readonly folders: FolderTable;
  /** The folders with a manifest, by language. */
  readonly manifests: ReadonlyMap<string, ReadonlySet<string>>;
}

export function inFolder({ folders }: ScopeSetting, { path }: FileVersion): readonly FileVersion[] {
  return folders.filesIn(folderOf(path));
}

/** Of a folder, the files with the same package clause. */
export function inClauseOfFolder(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  return inFolder(setting, file).filter(({ module }) => module === file.module);
}

/** The files with the same package clause, whatever their folder. */
export function inClause(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  if (file.module === '') return inFolder(setting, file);
  return setting.files.filter(({ module, language }) => module === file.module && language === file.language);
}

/** The files whose nearest manifest is that of the file; without one, the top folder. */
export function underManifest(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  const holds = setting.manifests.get(file.language) ?? new Set();
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

function inTopFolder({ files }: ScopeSetting, { path }: FileVersion): readonly FileVersion[] {
  const top = path.slice(0, path.indexOf('/') + 1);
  return files.filter((other) => (top === '' ? !other.path.includes('/') : other.path.startsWith(top)));
}
