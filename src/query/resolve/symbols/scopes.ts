/** Scopes as sets of files: the other files in the module or package of a file, by the rules of its language. */
import { isSameFamily, languageNamed, languages } from '../../../languages/languages.ts';
import { inFolder, underManifest } from '../../../languages/scope-rules.ts';
import type { FileVersion } from '../../../store/store.ts';
import { folderOf, folderTable } from '../../view/folder-table.ts';
import type { RefView } from '../../view/ref-view.ts';

export type ScopeName = 'module' | 'package';

/** Returns the other files in a scope that have the same language or one of its family. */
export async function filesInScope(view: RefView, file: FileVersion, scope: ScopeName): Promise<FileVersion[]> {
  const setting = {
    files: (await view.files()).files,
    folders: await view.derived(folderTable),
    manifests: await view.derived(manifestFolders),
  };
  const rules = { module: inFolder, package: underManifest, ...languageNamed(file.language)?.scopes };
  return rules[scope](setting, file).filter(
    (other) => other.id !== file.id && isSameFamily(other.language, file.language),
  );
}

/** Whether a top-level name of one file is visible in the other without an import. */
export function sharesNames(a: FileVersion, b: FileVersion): boolean {
  return a.language === b.language && languageNamed(a.language)?.scopes?.sharesNames?.(a, b) === true;
}

/** The folders that contain a manifest, by language. */
async function manifestFolders(view: RefView): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = languages.flatMap(({ name, dialectOf, scopes }) =>
    dialectOf === undefined && scopes?.manifest !== undefined
      ? [{ name, pattern: scopes.manifest, folders: new Set<string>() }]
      : [],
  );
  for (const { path } of (await view.files()).files) {
    const folder = folderOf(path);
    const name = path.slice(folder === '' ? 0 : folder.length + 1);
    for (const { pattern, folders } of rows) if (pattern.test(name)) folders.add(folder);
  }
  return new Map(rows.map(({ name, folders }) => [name, folders]));
}
