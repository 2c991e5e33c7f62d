/**
 * Unread imports: manifests and symbolic links of a ref through which imports lead and which the index did not read, or
 * not in full. What is imported through them is unknown, so calls and uses may be missing.
 */
import type { Language } from '../../../languages/language.ts';
import { isSameFamily, languages } from '../../../languages/languages.ts';
import { unreadOf } from '../../../languages/read-manifest.ts';
import type { Unread, UnreadRules } from '../../../languages/unread-rules.ts';
import { type ImportFact, skipReasons } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { filesHolding } from '../../references/holding-files.ts';
import { importsOf } from '../../view/file-facts.ts';
import { folderOf, NearestAbove } from '../../view/folder-table.ts';
import { inTurns } from '../../view/in-turns.ts';
import type { RefView } from '../../view/ref-view.ts';
import {
  extensionOf,
  isFolderFile,
  lastOf,
  linkTable,
  maxNamesakes,
  skippedPaths,
  stemOf,
} from '../../view/skipped-links.ts';

/** Warnings about what imports in the languages of these symbols lead through; none if everything was read. */
export async function unreadImportsFor(view: RefView, symbols: readonly SymbolRecord[]): Promise<string[]> {
  const families = await view.derived(unreadImports);
  const asked = families.filter(({ language }) => symbols.some((symbol) => isSameFamily(symbol.language, language)));
  const unread = asked.flatMap((family) => family.unread);
  const named = unread
    .slice(0, maxNamed)
    .map(({ path, why }) => `${path} was not read: ${why}, so imports through it are unknown.`);
  const others = unread.length - named.length;
  return others > 0 ? [...named, `Imports through ${others} more files are unknown as well.`] : named;
}

/** Files named in warnings; the others are counted. */
const maxNamed = 3;

interface UnreadFamily {
  readonly language: string;
  readonly unread: readonly Unread[];
}

async function unreadImports(view: RefView): Promise<readonly UnreadFamily[]> {
  // The languages of a family share their rules.
  const byRules = new Map<UnreadRules, Language>();
  for (const row of languages) if (row.unread && !byRules.has(row.unread)) byRules.set(row.unread, row);
  const found: UnreadFamily[] = [];
  for (const [rules, { name }] of byRules) {
    const sources = (await view.files()).files.filter(({ language }) => isSameFamily(name, language));
    if (sources.length === 0) continue;
    const unread = [
      ...(await unreadManifests(view, rules, sources)),
      ...(await importedLinks(view, rules, name, sources)),
    ];
    // A configuration may be unread for more than one of those that refer to it.
    const byPath = new Map(unread.toReversed().map((each) => [each.path, each]));
    found.push({ language: name, unread: [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) });
  }
  return found;
}

/** Only manifests above sources matter: others, such as those of test data, have nothing to import. */
async function unreadManifests(
  view: RefView,
  { manifests, partlyRead }: UnreadRules,
  sources: readonly FileVersion[],
): Promise<readonly Unread[]> {
  const folders = new Set<string>();
  await inTurns(view, sources, ({ path }) => addFolders(folders, folderOf(path)));
  const hasSources = (folder: string) => folders.has(folder);
  const isManifest = (path: string) => manifests?.test(lastOf(path)) === true && hasSources(folderOf(path));
  const skipped = [...(await view.derived(skippedPaths))].flatMap(([path, reason]) =>
    isManifest(path) ? [{ path, why: skipReasons[reason].reason }] : [],
  );
  const indexed = (await view.files()).files.filter(({ path }) => manifests?.test(lastOf(path)));
  const names = new Set(indexed.map(({ path }) => lastOf(path)));
  const large = [...names]
    .flatMap((name) => unreadOf(indexed.filter(({ path }) => lastOf(path) === name)))
    .filter(({ path }) => isManifest(path));
  return [...skipped, ...large, ...((await partlyRead?.(view, hasSources)) ?? [])];
}

function addFolders(known: Set<string>, folder: string): void {
  let above = folder;
  for (; above !== '' && !known.has(above); above = folderOf(above)) known.add(above);
  if (above === '') known.add(above);
}

/** The links to sources, or to anything without an extension, that an import of the language refers to. */
async function importedLinks(
  view: RefView,
  { pathsOf, modulesAreAnywhere = false }: UnreadRules,
  language: string,
  sources: readonly FileVersion[],
): Promise<readonly Unread[]> {
  const table = await view.derived(linkTable);
  const endings = new Set(
    languages.flatMap(({ name, dialectOf, extensions }) =>
      isSameFamily(dialectOf ?? name, language) ? extensions : [],
    ),
  );
  const links = table.links.filter((path) => extensionOf(path) === '' || endings.has(extensionOf(path)));
  const imported = new Set(pathsOf === undefined ? links.filter((path) => extensionOf(path) !== '') : []);
  const open = new Set(links.filter((path) => !imported.has(path)));
  const take = (link: string | undefined) => {
    if (link !== undefined && open.delete(link)) imported.add(link);
  };
  // Each name stands for its links once, however many imports contain it.
  const taken = new Set<string>();
  for (const file of await possibleImporters(view, [...open], sources)) {
    if (open.size === 0) break;
    for (const fact of await importsOf(view, file)) {
      if (view.isPauseDue()) await view.pause();
      for (const name of pathsOf === undefined || modulesAreAnywhere ? wordsIn(fact) : []) {
        const named = taken.has(name) ? [] : table.named(name);
        if (pathsOf !== undefined && named.length <= maxNamesakes) continue;
        taken.add(name);
        for (const link of named) take(link);
      }
      for (const path of (await pathsOf?.(view, file, fact)) ?? []) {
        if (view.isPauseDue()) await view.pause();
        take(table.at(path));
      }
    }
  }
  return [...imported].map((path) => ({ path, why: skipReasons.link.reason }));
}

function wordsIn({ source, name }: ImportFact): ReadonlySet<string> {
  return new Set(`${source} ${name ?? ''}`.split(/[^\p{L}\p{N}_-]+/u));
}

/** With more links, all sources are read instead of those that contain the names of links. */
const maxSearched = 100;

/** The sources that contain the name of a link. A file in a folder may import the folder without its name. */
async function possibleImporters(
  view: RefView,
  links: readonly string[],
  sources: readonly FileVersion[],
): Promise<readonly FileVersion[]> {
  if (links.length === 0 || links.length > maxSearched) return links.length === 0 ? [] : sources;
  const folders = new Set(links.filter(isFolderFile).map(folderOf));
  const names = new Set(links.flatMap(namesOf).filter((name) => name !== ''));
  const ids = new Set<number>();
  for (const name of names) for (const { id } of await filesHolding(view, name)) ids.add(id);
  const isFolder = new NearestAbove((folder) => folders.has(folder) || undefined);
  const found: FileVersion[] = [];
  await inTurns(view, sources, (file) => {
    if (ids.has(file.id) || isFolder.from(folderOf(file.path))) found.push(file);
  });
  return found;
}

/** The words of which an import of a link contains one. The entry of a package is often in its folder of sources. */
function namesOf(link: string): string[] {
  const folder = folderOf(link);
  return [lastOf(stemOf(link)), ...(isFolderFile(link) ? [lastOf(folder), lastOf(folderOf(folder))] : [])];
}
