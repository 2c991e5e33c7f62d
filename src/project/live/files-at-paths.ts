/** Finds the listed files that a typed path may mean. */
import type { ListedFile } from '../../scan/listing/list-files.ts';

/** Files suggested for a path that does not exist. */
const maxNearPaths = 5;

/**
 * The file at each path, else the files whose path ends with it, else those inside it if it is a folder, else files of
 * the same name, which an error can suggest.
 */
export function filesAtPaths(files: readonly ListedFile[], root: string, typed: readonly string[]): number[] {
  const found: number[] = [];
  for (const each of typed) {
    const slashed = each.trim().replaceAll('\\', '/');
    const inside = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
    const wanted = inside.replace(/^(?:\.?\/)+|\/+$/g, '').toLowerCase();
    if (wanted === '') continue;
    const select = (matches: (path: string) => boolean) =>
      files.flatMap(({ path }, at) => (matches(path.toLowerCase()) ? [at] : []));
    const exact = select((path) => path === wanted);
    const ending = exact.length > 0 ? exact : select((path) => path.endsWith(`/${wanted}`));
    const rest = wanted.slice(wanted.indexOf('/') + 1);
    const part = ending.length > 0 ? ending : select((path) => path.includes(wanted));
    const matching = part.length > 0 || rest === wanted ? part : filesAtPaths(files, root, [rest]);
    const stem = stemOf(wanted);
    found.push(...(matching.length > 0 ? matching : select((path) => stemOf(path) === stem).slice(0, maxNearPaths)));
  }
  const shallow = (at: number) => (files[at] as ListedFile).path.length;
  return [...new Set(found)].sort((a, b) => shallow(a) - shallow(b));
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
