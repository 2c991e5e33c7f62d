/** The paths that a Python import may refer to by its text, whether they exist or not. */
import type { ImportFact } from '../../model.ts';
import { folderOf, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { linkTable, maxNamesakes } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { pathIn } from '../import-rules.ts';
import { standardModules } from './standard-modules.ts';

export async function writtenPaths(
  view: RefView,
  file: FileVersion,
  { source, name }: ImportFact,
): Promise<readonly string[]> {
  const [, dots = '', rest = ''] = /^(\.*)([^.].*)?$/.exec(source.replace(/\s+/g, '')) ?? [];
  const parts = rest === '' ? [] : rest.split('.');
  const roots = dots === '' ? await rootsOf(view, parts[0] ?? '') : [folderAbove(file, dots.length - 1)];
  const inside = parts.join('/');
  return roots.flatMap((root) => {
    if (root === undefined) return [];
    const path = inside === '' ? root : pathIn(root, inside);
    // The name may be a submodule.
    return name === undefined || name === '*' ? [path] : [path, pathIn(path, name)];
  });
}

function folderAbove(file: FileVersion, levels: number): string | undefined {
  return joined(folderOf(file.path), '../'.repeat(levels));
}

/**
 * The root of a top-level module is not known, so it may be any folder with a link of that name. If those are very many,
 * all of them count as imported, and none needs to be compared.
 */
async function rootsOf(view: RefView, top: string): Promise<string[]> {
  if (standardModules.has(top)) return [''];
  const namesakes = (await view.derived(linkTable)).named(top);
  return ['', 'src', ...(namesakes.length > maxNamesakes ? [] : namesakes.map(folderOf))];
}
