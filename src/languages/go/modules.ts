/**
 * The Go modules of a ref: each `go.mod` with its path and the modules that it replaces by folders of the repository.
 */

import { folderOf, foldersAbove, folderTable, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { firstManifests, manifestText } from '../read-manifest.ts';
import type { Unread } from '../unread-rules.ts';

export interface GoModule {
  /** The prefix of the import paths of its packages. */
  readonly path: string;
  readonly folder: string;
  /** From `replace` in its `go.mod` or in the `go.work` above it; longest path first. */
  readonly replaced: readonly Replacement[];
  /** There are more replacements than are read. */
  readonly isCut: boolean;
}

export interface GoModules {
  readonly byFolder: ReadonlyMap<string, GoModule>;
  /** Fixtures often have the same path. */
  readonly byPath: ReadonlyMap<string, readonly GoModule[]>;
}

interface Replacement {
  readonly path: string;
  readonly folder: string;
}

export async function goModules(view: RefView): Promise<GoModules> {
  const folders = await view.derived(folderTable);
  const works = new Map<string, readonly Replacement[]>();
  for (const file of firstManifests(folders.named('go.work'))) {
    const folder = folderOf(file.path);
    works.set(folder, replacements((await manifestText(view, file)) ?? '', folder));
  }
  const byFolder = new Map<string, GoModule>();
  const byPath = new Map<string, GoModule[]>();
  for (const file of firstManifests(folders.named('go.mod'))) {
    const text = (await manifestText(view, file)) ?? '';
    const folder = folderOf(file.path);
    const path = directives(text, 'module')[0]?.[0];
    if (path === undefined) continue;
    const above = [...foldersAbove(folder)].reverse().flatMap((outer) => works.get(outer) ?? []);
    const all = [...above, ...replacements(text, folder)];
    const replaced = all.slice(0, maxReplacements).sort((a, b) => b.path.length - a.path.length);
    const found = { path, folder, replaced, isCut: all.length > maxReplacements };
    byFolder.set(folder, found);
    const namesakes = byPath.get(path);
    if (namesakes === undefined) byPath.set(path, [found]);
    else namesakes.push(found);
  }
  return { byFolder, byPath };
}

export async function partlyReadModules(
  view: RefView,
  hasSources: (folder: string) => boolean,
): Promise<readonly Unread[]> {
  const cut = [...(await view.derived(goModules)).byFolder.values()].filter(
    ({ folder, isCut }) => isCut && hasSources(folder),
  );
  return cut.map(({ folder }) => ({
    path: joined(folder, 'go.mod') as string,
    why: `it has more than ${maxReplacements} replacements`,
  }));
}

/** Every import is compared with all of them. Large projects have some dozens. */
const maxReplacements = 1_000;

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
