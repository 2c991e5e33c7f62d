/** Finds the listed files that a typed path may mean. */

import type { ListedFile } from '../../scan/listing/list-files.ts';
import { partOfLength, sharedEndWith } from '../../text/path-ends.ts';
import { stripEnd } from '../../text/strip.ts';

/** Files suggested for a path that does not exist. */
const maxNearPaths = 5;

/**
 * The file at each path, else the files whose path ends with it, else those inside it if it is a folder, else files of
 * the same name, which an error can suggest.
 */
export function filesAtPaths(files: readonly ListedFile[], root: string, typed: readonly string[]): number[] {
  const paths = files.map(({ path }) => path.toLowerCase());
  const select = (matches: (path: string) => boolean) => paths.flatMap((path, at) => (matches(path) ? [at] : []));
  const found: number[] = [];
  for (const each of typed) {
    const slashed = each.trim().replaceAll('\\', '/');
    const inside = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
    const whole = stripEnd(inside.replace(/^(?:\.?\/)+/, ''), '/').toLowerCase();
    if (whole === '' || whole === '.') {
      // The root: only the files in it.
      for (const at of select((path) => !path.includes('/'))) found.push(at);
      continue;
    }
    const wanted = longestEndIn(paths, whole);
    const part = wanted === '' ? [] : select((path) => path.includes(wanted));
    const exact = part.filter((at) => paths[at] === wanted);
    const ending = exact.length > 0 ? exact : part.filter((at) => paths[at]?.endsWith(`/${wanted}`));
    const matching = ending.length > 0 ? ending : part;
    const stem = stemOf(whole);
    const meant = matching.length > 0 ? matching : select((path) => stemOf(path) === stem).slice(0, maxNearPaths);
    for (const at of meant) found.push(at);
  }
  const shallow = (at: number) => (files[at] as ListedFile).path.length;
  return [...new Set(found)].sort((a, b) => shallow(a) - shallow(b));
}

/** Returns the longest end of a path that some path contains; a path of another machine ends like one of these. */
function longestEndIn(paths: readonly string[], whole: string): string {
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  const sharedEnd = sharedEndWith(whole);
  const longest = paths.reduce((most, path) => (path.includes(name) ? Math.max(most, sharedEnd(path)) : most), 0);
  return partOfLength(whole, longest);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
