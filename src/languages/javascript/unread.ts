/** What imports of TypeScript and JavaScript lead through: packages, configurations and links. */
import type { ImportFact } from '../../model.ts';
import { folderOf, foldersAbove, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { linkTable } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { pathIn } from '../import-rules.ts';
import { tableAt } from '../read-manifest.ts';
import type { Unread, UnreadRules } from '../unread-rules.ts';
import { codeLinkAt } from './code-links.ts';
import { isBeyondLimits, matchExports, mentionedTargets } from './package-exports.ts';
import { entryPaths, type Package, packageTable } from './package-table.ts';
import { aliasedPaths, partlyReadConfigs } from './tsconfig.ts';

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
    const { folder, manifest } = each;
    if (hasSources(folder) && (isBeyondLimits(manifest.exports) || isBeyondLimits(manifest.imports))) {
      found.push({ path: pathIn(folder, 'package.json'), why: 'it has more exports or imports than are read' });
    }
    for (const target of links.links.length === 0 ? [] : targetsIn(each)) {
      const path = joined(folder, target.split('*')[0] as string);
      const link = path === folder ? undefined : codeLinkAt(links, path);
      if (link !== undefined) found.push(link);
    }
  }
  return found;
}

function targetsIn(found: Package): string[] {
  const { exports, imports } = found.manifest;
  const targets = [...entryPaths(found), ...mentionedTargets(exports), ...mentionedTargets(imports)];
  return targets.filter((target) => !/^(?:#|\/|[a-z]+:)/i.test(target));
}

async function writtenPaths(view: RefView, file: FileVersion, { source }: ImportFact): Promise<readonly string[]> {
  const bare = source.split('?', 1)[0] as string;
  const home = folderOf(file.path);
  if (/^\.\.?(?:\/|$)/.test(bare)) return [joined(home, bare)].filter((path) => path !== undefined);
  if (bare === '' || /^(?:[a-z][a-z+.-]+:|\/|\\)/i.test(bare)) return [];
  return [...(await aliasedPaths(view, file, bare)), ...(await pathsInPackages(view, file, bare))];
}

async function pathsInPackages(view: RefView, file: FileVersion, specifier: string): Promise<string[]> {
  const { byFolder, byName } = await view.derived(packageTable);
  if (specifier.startsWith('#')) {
    const own = [...foldersAbove(folderOf(file.path))].map((folder) => byFolder.get(folder)).find(Boolean);
    return own === undefined ? [] : located(own, matchExports(tableAt(own.manifest, 'imports'), specifier) ?? []);
  }
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  return (byName.get(name) ?? []).flatMap((found) => {
    const targets = matchExports(found.manifest.exports, `.${rest}`) ?? [];
    return located(found, [...targets, `.${rest}`, `./src${rest}`, `./lib${rest}`]);
  });
}

function located({ folder }: Package, targets: readonly string[]): string[] {
  return targets.flatMap((target) => joined(folder, target) ?? []);
}
