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
  const byFolder = new Map(files.map((file) => [byteFolder(file.folder), file]));
  const rulesBeside = nestedFolders(base, (folder, outside) => {
    const file = byFolder.get(folder);
    const set = file?.read();
    return file === undefined || set === undefined ? outside : outside.withFile(file.folder, set);
  });
  return (name, isFolder = false) => rulesBeside(name).ignores(name, isFolder);
}

/** Returns the path of a folder as git sees it, with a trailing slash; the root is the empty string. */
export function byteFolder(folder: Name): string {
  return folder.path === '' ? '' : `${bytePath(folder)}/`;
}

/**
 * Returns a function that gives the rules for a name: those of the folder that contains it. `enter` adds the rules of a
 * folder, given as by `byteFolder`, to those outside it.
 */
export function nestedFolders(
  base: IgnoreRules,
  enter: (folder: string, outside: IgnoreRules) => IgnoreRules,
): (name: Name) => IgnoreRules {
  const open: { readonly folder: string; readonly rules: IgnoreRules }[] = [];
  const opened = (folder: string, outside: IgnoreRules): IgnoreRules => {
    const rules = enter(folder, outside);
    open.push({ folder, rules });
    return rules;
  };
  return (name) => {
    const path = bytePath(name);
    // The rules inside a folder do not apply to the folder itself.
    const parent = path.slice(0, path.lastIndexOf('/') + 1);
    while (open.length > 0 && !parent.startsWith(open.at(-1)?.folder ?? '')) open.pop();
    let rules = open.at(-1)?.rules ?? opened('', base);
    for (let at = open.at(-1)?.folder.length ?? 0; at < parent.length; at = open.at(-1)?.folder.length ?? 0) {
      rules = opened(parent.slice(0, parent.indexOf('/', at) + 1), rules);
    }
    return rules;
  };
}
