/**
 * Imports of TypeScript and JavaScript: a specifier is a relative path, an alias of the configuration or the package,
 * or the name of a package of the repository. Build output that is not in the index is mapped to its sources.
 */
import type { ImportFact } from '../../model.ts';
import { folderOf, folderTable, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { type ImportRules, pathIn, type Target } from '../import-rules.ts';
import { offeredBy } from './exports.ts';
import { filesOfPackage, filesOfPrivateName } from './packages.ts';
import { probe } from './probe.ts';
import { aliasedPaths } from './tsconfig.ts';
import { wholeModule } from './written-exports.ts';
import { isTooLong } from './written-path.ts';

export const javascriptImports: ImportRules = {
  companionsOf: (folder) => companions.map((name) => pathIn(folder, name)),
  filesOf,
  targetOf,
  offeredBy: (view, file, name) => offeredBy(view, file, name, filesOf),
};

async function targetOf(view: RefView, file: FileVersion, fact: ImportFact): Promise<Target> {
  const files = await filesOf(view, file, fact.source);
  if (fact.name === '*' || isSideEffect(fact)) return { files, symbols: [] };
  // `require` without a name refers to the module as a whole.
  const name = fact.name ?? wholeModule;
  const symbols = [];
  for (const source of files)
    for (const each of (await offeredBy(view, source, name, filesOf)).symbols) symbols.push(each);
  return { files, symbols };
}

function isSideEffect({ name, alias }: ImportFact): boolean {
  return name === undefined && alias === undefined;
}

async function filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  const exact = await filesOfSpecifier(view, file, source);
  if (exact.length > 0) return exact;
  // Bundlers use a query or a fragment after the path as options: `./icon.svg?url`.
  const bare = /^([^?]+)\?/.exec(source)?.[1];
  return bare === undefined ? [] : filesOfSpecifier(view, file, bare);
}

async function filesOfSpecifier(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  if (source === '' || isTooLong(source) || /^(?:[a-z][a-z+.-]+:|\/|\\)/i.test(source)) return [];
  const folders = await view.derived(folderTable);
  if (/^\.\.?(?:\/|$)/.test(source)) {
    const path = joined(folderOf(file.path), source);
    const isFolder = /(?:^|\/)\.{0,2}$/.test(source);
    const found = path === undefined ? undefined : await probe(view, folders, path, file, { isFolder });
    return found === undefined ? [] : [found];
  }
  for (const path of await aliasedPaths(view, file, source)) {
    const found = await probe(view, folders, path, file);
    if (found !== undefined) return [found];
  }
  if (source.startsWith('#')) return filesOfPrivateName(view, file, source);
  return filesOfPackage(view, file, source);
}

/** The configurations and the files that an import of a folder refers to. */
const companions = [
  ...['package.json', 'tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'],
  ...['ts', 'tsx', 'mts', 'js', 'jsx', 'mjs', 'cjs'].map((extension) => `index.${extension}`),
];
