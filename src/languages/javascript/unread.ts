/** What imports of TypeScript and JavaScript lead through: packages, configurations and links. */
import type { ImportFact } from '../../model.ts';
import { folderOf, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { type LinkTable, linkTable } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { pathIn } from '../import-rules.ts';
import { nearest } from '../nearest.ts';
import { tableAt } from '../read-manifest.ts';
import type { Unread, UnreadRules } from '../unread-rules.ts';
import { codeLinkAt } from './code-links.ts';
import { isBeyondLimits, matchExports, mentionedTargets } from './package-exports.ts';
import { entryPaths, type Package, packageTable } from './package-table.ts';
import { aliasedPaths, partlyReadConfigs } from './tsconfig.ts';
import { isTooLong } from './written-path.ts';

export const javascriptUnread: UnreadRules = {
  manifests: /^(?:package|tsconfig|jsconfig)\.json$/,
  partlyRead: async (view, hasSources) => [
    ...(await partlyReadPackages(view, hasSources)),
    ...(await partlyReadConfigs(view, hasSources)),
  ],
  pathsOf: writtenPaths,
};

async function partlyReadPackages(view: RefView, hasSources: (folder: string) => boolean): Promise<Unread[]> {
  const { byFolder } = await view.derived(packageTable);
  const links = await view.derived(linkTable);
  const found: Unread[] = [];
  for (const each of byFolder.values()) {
    await view.pause();
    const { folder, manifest } = each;
    const path = pathIn(folder, 'package.json');
    if (hasSources(folder) && (isBeyondLimits(manifest.exports) || isBeyondLimits(manifest.imports))) {
      found.push({ path, why: 'it has more exports or imports than are read' });
    }
    if (links.links.length > 0) for (const unread of await linksIn(view, links, each, path)) found.push(unread);
  }
  return found;
}

/** Every target is compared with the links. Real packages have fewer that differ. */
const maxTargets = 5_000;

/** The links that the targets of a package lead through. */
async function linksIn(view: RefView, links: LinkTable, found: Package, manifest: string): Promise<Iterable<Unread>> {
  const { folder } = found;
  const seen = new Set<string>();
  const unread = new Map<string, Unread>();
  for (const target of targetsIn(found)) {
    if (view.isPauseDue()) await view.pause();
    const start = target.split('*', 1)[0] as string;
    if (/^(?:#|\/|[a-z]+:)/i.test(target) || seen.has(start)) continue;
    if (seen.size >= maxTargets) {
      unread.set(manifest, { path: manifest, why: `it has more than ${maxTargets} targets` });
      break;
    }
    seen.add(start);
    const path = joined(folder, start);
    const link = path === folder ? undefined : codeLinkAt(links, path);
    if (link !== undefined) unread.set(link.path, link);
  }
  return unread.values();
}

function* targetsIn(found: Package): Generator<string> {
  yield* entryPaths(found);
  yield* mentionedTargets(found.manifest.exports);
  yield* mentionedTargets(found.manifest.imports);
}

async function writtenPaths(view: RefView, file: FileVersion, { source }: ImportFact): Promise<readonly string[]> {
  const bare = source.split('?', 1)[0] as string;
  const home = folderOf(file.path);
  if (isTooLong(bare)) return [];
  if (/^\.\.?(?:\/|$)/.test(bare)) return [joined(home, bare)].filter((path) => path !== undefined);
  if (bare === '' || /^(?:[a-z][a-z+.-]+:|\/|\\)/i.test(bare)) return [];
  return [...(await aliasedPaths(view, file, bare)), ...(await pathsInPackages(view, file, bare))];
}

async function pathsInPackages(view: RefView, file: FileVersion, specifier: string): Promise<string[]> {
  const { around, byName } = await view.derived(packageTable);
  if (specifier.startsWith('#')) {
    const own = around.from(folderOf(file.path));
    return own === undefined ? [] : located(own, matchExports(tableAt(own.manifest, 'imports'), specifier) ?? []);
  }
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const paths: string[] = [];
  // Like the import itself, this considers the nearest packages of the name.
  for (const found of await nearest(view, byName.get(name) ?? [], file.path)) {
    if (view.isPauseDue()) await view.pause();
    const targets = matchExports(found.manifest.exports, `.${rest}`) ?? [];
    for (const path of located(found, [...targets, `.${rest}`, `./src${rest}`, `./lib${rest}`])) paths.push(path);
  }
  return paths;
}

function located({ folder }: Package, targets: readonly string[]): string[] {
  return targets.flatMap((target) => joined(folder, target) ?? []);
}
