/**
 * The Go modules of a ref: each `go.mod` with its path and the modules that it replaces by folders of the repository.
 */

import { folderOf, foldersAbove, folderTable, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { EntryLimit } from '../entry-limit.ts';
import { firstManifests, manifestText } from '../read-manifest.ts';
import type { Unread } from '../unread-rules.ts';

export interface GoModule {
  /** The prefix of the import paths of its packages. */
  readonly path: string;
  readonly folder: string;
  /** From `replace` in the `go.work` files above it, outermost first, and in its `go.mod`. */
  readonly replaced: readonly Replacements[];
}

export interface GoModules {
  readonly byFolder: ReadonlyMap<string, GoModule>;
  /** Fixtures often have the same path. */
  readonly byPath: ReadonlyMap<string, readonly GoModule[]>;
  /** The manifests with more replacements than are read. */
  readonly cut: readonly Unread[];
}

/** The replacements of one manifest. Their folders are joined on use: thousands in a deep folder would fill the memory. */
interface Replacements {
  readonly from: string;
  /** The targets as written, by the path of the replaced module. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The folders that replace modules, for all modules that an import path may start with: longest path first. */
export function* replacingFolders(
  { replaced }: GoModule,
  paths: readonly string[],
): Generator<{ readonly path: string; readonly folder: string }> {
  for (const path of replaced.length === 0 ? [] : paths) {
    for (const { from, targets } of replaced) {
      for (const target of targets.get(path) ?? []) {
        const folder = joined(from, target);
        if (folder !== undefined) yield { path, folder };
      }
    }
  }
}

export async function goModules(view: RefView): Promise<GoModules> {
  const folders = await view.derived(folderTable);
  const limit = new EntryLimit('replacements');
  const works = new Map<string, Replacements>();
  for (const file of firstManifests(folders.named('go.work'))) {
    const found = replacements(limit, file, (await manifestText(view, file)) ?? '');
    if (found !== undefined) works.set(found.from, found);
  }
  const byFolder = new Map<string, GoModule>();
  const byPath = new Map<string, GoModule[]>();
  for (const file of firstManifests(folders.named('go.mod'))) {
    const text = (await manifestText(view, file)) ?? '';
    const folder = folderOf(file.path);
    const [directive] = directives(text, 'module');
    const path = directive?.[0];
    if (path === undefined) continue;
    const above = works.size === 0 ? [] : foldersAbove(folder).flatMap((outer) => works.get(outer) ?? []);
    const replaced = [...above.reverse(), replacements(limit, file, text)].filter((each) => each !== undefined);
    const found = { path, folder, replaced };
    byFolder.set(folder, found);
    const namesakes = byPath.get(path);
    if (namesakes === undefined) byPath.set(path, [found]);
    else namesakes.push(found);
  }
  return { byFolder, byPath, cut: limit.unread };
}

export async function partlyReadModules(
  view: RefView,
  hasSources: (folder: string) => boolean,
): Promise<readonly Unread[]> {
  const { cut } = await view.derived(goModules);
  return cut.filter(({ path }) => hasSources(folderOf(path)));
}

/** `replace a => ./b`, with or without versions; targets outside of the repository and other modules are ignored. */
function replacements(limit: EntryLimit, { path: manifest }: FileVersion, text: string): Replacements | undefined {
  const targets = new Map<string, Set<string>>();
  for (const words of directives(text, 'replace')) {
    const arrow = words.indexOf('=>');
    const [path, target] = [words[0], words[arrow + 1]];
    if (arrow < 1 || path === undefined || target === undefined || !/^\.\.?(?:\/|$)/.test(target)) continue;
    const known = targets.get(path) ?? new Set();
    if (known.has(target)) continue;
    if (known.size >= maxTargets) limit.cut(manifest);
    else if (!limit.take(manifest)) break;
    else targets.set(path, known.add(target));
  }
  return targets.size === 0 ? undefined : { from: folderOf(manifest), targets };
}

/** Of one module, each for another version. Every import of the module looks at all of them. */
const maxTargets = 16;

/** The words of each directive with this verb, on a single line or in a block. */
function* directives(text: string, verb: string): Generator<string[]> {
  let block: string | undefined;
  for (const line of text.split('\n')) {
    const words = line.replace(/\/\/.*/, '').match(/"[^"]*"|`[^`]*`|[^\s()]+|[()]/g) ?? [];
    const written = words.map((word) => word.replace(/^["`]|["`]$/g, ''));
    if (written[0] === ')') block = undefined;
    else if (block !== undefined) {
      if (block === verb && written.length > 0) yield written;
    } else if (written[1] === '(') block = written[0];
    else if (written[0] === verb) yield written.slice(1);
  }
}
