/**
 * Files whose symbols are missing from the index, wholly or in part: skipped files, and files that could not be parsed
 * completely. An answer that depends on one of them is not complete and names it.
 */
import { parseTroubles, skipReasons } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from './ref-view.ts';

/** Why symbols of an indexed file may be missing; undefined if it was parsed completely or has no symbols. */
export function parseTroubleOf({ path, outcome }: FileVersion): string | undefined {
  const trouble = parseTroubles[outcome]?.reason;
  return trouble === undefined ? undefined : `${path} ${trouble}.`;
}

/**
 * The files that may define a symbol although the index does not have it: the file at the path, if it was skipped or
 * parsed with errors, and files that contain the name and could not be parsed. Returns a sentence for each.
 */
export async function mayDefine(view: RefView, name: string, path: string): Promise<string[]> {
  const skipped = (await view.store.skippedFiles(view.ref)).find((file) => file.path === path);
  const reason = skipped && skipReasons[skipped.reason];
  const found = reason?.mayHideCode ? [`${path} is not in the index of ${view.ref.name}: ${reason.reason}.`] : [];
  for (const file of (await view.files()).files) {
    const isSuspect = parseTroubles[file.outcome]?.mayHideCode || file.path === path;
    const trouble = isSuspect ? parseTroubleOf(file) : undefined;
    if (trouble === undefined || !(await view.store.text(file)).includes(name)) continue;
    found.push(trouble);
    if (found.length === maxNamed) break;
  }
  return found;
}

const maxNamed = 5;
