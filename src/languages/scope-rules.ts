/**
 * Scope rules define the module and the package of a file, as sets of files. By default the module is the folder and
 * the package is the top-level folder.
 */
import { type FolderTable, folderOf, NearestAbove } from '../query/view/folder-table.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

export interface ScopeRules {
  /** The manifest files that make a folder a package, by name or extension. */
  readonly manifest?: RegExp;
  /** The files of a file's module, including itself and other languages. Default: those of its folder. */
  readonly module?: FilesOf;
  /**
   * The files of a file's package. Default: those with the same manifest; without manifests, those of the top-level
   * folder.
   */
  readonly package?: FilesOf;
  /** Whether a top-level name of one file is visible in another without an import. Default: no. */
  sharesNames?(a: FileVersion, b: FileVersion): boolean;
  /** Whether a member may be declared in another file than its type. Default: no. */
  isMemberInReach?(member: SymbolRecord, type: SymbolRecord): boolean;
  /** The members of a type declared in other files. Default: none. */
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
  /** The folders that contain a manifest, by language. */
  readonly manifests: ReadonlyMap<string, ReadonlySet<string>>;
}

export function inFolder({ folders }: ScopeSetting, { path }: FileVersion): readonly FileVersion[] {
  return folders.filesIn(folderOf(path));
}

/** The files of a folder with the same package clause. */
export function inClauseOfFolder(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  return inFolder(setting, file).filter(({ module }) => module === file.module);
}

/** The files with the same package clause, in any folder. */
export function inClause(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  if (file.module === '') return inFolder(setting, file);
  return setting.files.filter(({ module, language }) => module === file.module && language === file.language);
}

/** The files with the same nearest manifest; without one, those of the top-level folder. */
export function underManifest(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  const holds = setting.manifests.get(file.language) ?? new Set();
  const packages = new NearestAbove((folder) => (holds.has(folder) ? folder : undefined));
  const packageOf = (path: string) => packages.from(folderOf(path));
  const own = packageOf(file.path);
  if (own === undefined) return inTopFolder(setting, file);
  return setting.files.filter(({ path }) => (own === '' || path.startsWith(`${own}/`)) && packageOf(path) === own);
}

function inTopFolder({ files }: ScopeSetting, { path }: FileVersion): readonly FileVersion[] {
  const top = path.slice(0, path.indexOf('/') + 1);
  return files.filter((other) => (top === '' ? !other.path.includes('/') : other.path.startsWith(top)));
}
