/** The files that may have a line that matches a pattern: a superset, found by the texts that the pattern requires. */
import type { FileVersion } from '../../store/store.ts';
import { filesThatMayHold } from '../search/finders/literal-files.ts';
import type { RefView } from '../view/ref-view.ts';
import type { LinePattern } from './line-pattern.ts';
import { bestSet, type TextSet } from './required-text.ts';

/** Further texts select little beyond the longest ones, and each costs a look-up. */
const maxSets = 3;
const maxTexts = 16;

/** Up to this many bytes or files, reading them costs less than a look-up. */
const easilyRead = { bytes: 1_000_000, files: 60 };

/** Returns those of the files that may match, in their order. */
export async function filesThatMayMatch(
  view: RefView,
  { required }: Pick<LinePattern, 'required'>,
  files: readonly FileVersion[],
  easily = easilyRead,
): Promise<readonly FileVersion[]> {
  const table = await view.files();
  let found = files;
  let texts = 0;
  for (const set of bestSets(required)) {
    texts += set.length;
    const bytes = found.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (texts > maxTexts || bytes <= easily.bytes || found.length <= easily.files) break;
    const holding = new Set<FileVersion>();
    for (const text of set) {
      for (const file of await filesThatMayHold(view, table, text, true)) holding.add(file);
    }
    found = found.filter((file) => holding.has(file));
  }
  return found;
}

function bestSets(required: readonly TextSet[]): readonly TextSet[] {
  const left = [...required];
  const best: TextSet[] = [];
  while (best.length < maxSets) {
    const next = bestSet(left);
    if (next === undefined) break;
    best.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return best;
}
