/**
 * The Go modules of a ref: each `go.mod` with its path and the modules that it replaces by folders of the repository.
 */

import { folderOf, folderTable, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';

export interface GoModule {
  /** The prefix of the import paths of its packages. */
  readonly path: string;
  readonly folder: string;
  /** From `replace` in its `go.mod` or in the `go.work` above it; longest path first. */
  readonly replaced: readonly Replacement[];
}

interface Replacement {
  readonly path: string;
  readonly folder: string;
}

export async function goModules(view: RefView): Promise<readonly GoModule[]> {
  const folders = await view.derived(folderTable);
  const works: { folder: string; replaced: readonly Replacement[] }[] = [];
  for (const file of folders.named('go.work')) {
    const folder = folderOf(file.path);
    works.push({ folder, replaced: replacements(await view.store.text(file), folder) });
  }
  const modules: GoModule[] = [];
  for (const file of folders.named('go.mod')) {
    const text = await view.store.text(file);
    const folder = folderOf(file.path);
    const path = directives(text, 'module')[0]?.[0];
    if (path === undefined) continue;
    const above = works.filter((work) => work.folder === '' || `${folder}/`.startsWith(`${work.folder}/`));
    const replaced = [...above.flatMap((work) => work.replaced), ...replacements(text, folder)];
    modules.push({ path, folder, replaced: replaced.sort((a, b) => b.path.length - a.path.length) });
  }
  return modules;
}

/** `replace a => ./b`, with or without versions; targets outside of the repository and other modules are ignored. */
function replacements(text: string, folder: string): Replacement[] {
  return directives(text, 'replace').flatMap((words) => {
    const arrow = words.indexOf('=>');
    const [path, target] = [words[0], words[arrow + 1]];
    if (arrow < 1 || path === undefined || target === undefined || !/^\.\.?(?:\/|$)/.test(target)) return [];
    const replaced = joined(folder, target);
    return replaced === undefined ? [] : [{ path, folder: replaced }];
  });
}

/** The words of each directive with this verb, on a single line or in a block. */
function directives(text: string, verb: string): string[][] {
  const found: string[][] = [];
  let block: string | undefined;
  for (const line of text.split('\n')) {
    const words = line.replace(/\/\/.*/, '').match(/"[^"]*"|`[^`]*`|[^\s()]+|[()]/g) ?? [];
    const written = words.map((word) => word.replace(/^["`]|["`]$/g, ''));
    if (written[0] === ')') block = undefined;
    else if (block !== undefined) {
      if (block === verb && written.length > 0) found.push(written);
    } else if (written[1] === '(') block = written[0];
    else if (written[0] === verb) found.push(written.slice(1));
  }
  return found;
}
