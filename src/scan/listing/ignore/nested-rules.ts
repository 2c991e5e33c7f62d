/** Nested rules decide about paths in any folder, by the ignore files of all folders above them. */
import type { Name } from '../names.ts';
import { bytePath, type IgnoreRules } from './ignore-rules.ts';
import type { RuleSet } from './rule-set.ts';

export interface IgnoreFile {
  readonly folder: Name;
  /** Returns the rules; undefined if the file cannot be read now. Called again when its folder is entered again. */
  read(): RuleSet | undefined;
}

/**
 * Returns a test for names that are ignored by the base rules or by the ignore files. Only the rules above the name
 * that was asked for last are kept: ask for the names of a folder one after the other.
 */
export function nestedRules(
  base: IgnoreRules,
  files: readonly IgnoreFile[],
): (name: Name, isFolder?: boolean) => boolean {
  if (base.empty && files.length === 0) return () => false;
  const byFolder = new Map(files.map((file) => [file.folder.path === '' ? '' : `${bytePath(file.folder)}/`, file]));
  const open: { readonly folder: string; readonly rules: IgnoreRules }[] = [];
  const enter = (folder: string, outside: IgnoreRules): IgnoreRules => {
    const file = byFolder.get(folder);
    const set = file?.read();
    const rules = file === undefined || set === undefined ? outside : outside.withFile(file.folder, set);
    open.push({ folder, rules });
    return rules;
  };
  return (name, isFolder = false) => {
    const path = bytePath(name);
    // The rules inside a folder do not apply to the folder itself.
    const parent = path.slice(0, path.lastIndexOf('/') + 1);
    while (open.length > 0 && !parent.startsWith(open.at(-1)?.folder ?? '')) open.pop();
    let rules = open.at(-1)?.rules ?? enter('', base);
    for (let at = open.at(-1)?.folder.length ?? 0; at < parent.length; at = open.at(-1)?.folder.length ?? 0) {
      rules = enter(parent.slice(0, parent.indexOf('/', at) + 1), rules);
    }
    return rules.ignores(name, isFolder);
  };
}
