/** What an answer says about symbols whose name is not exactly the one that was asked for, and about no symbol at all. */
import type { RefView } from '../view/ref-view.ts';
import { namesSharingWords } from './names-sharing-words.ts';
import { nearNames } from './near-names.ts';
import type { MatchLevel } from './symbol-candidates.ts';
import { readName } from './written/written-name.ts';

const maxSimilar = 5;

export function mismatchText(level: Exclude<MatchLevel, 'exact'>, written: string): string {
  const how = {
    otherCase: 'differ in case',
    lastPart: `are named ${readName(written).name}`,
    prefix: 'start with it',
    near: 'have a similar spelling',
  }[level];
  return `No symbol is named exactly ${written}; the results ${how}.`;
}

/** Says that no symbol has the name, and which similar names exist. */
export async function unknownNameText(view: RefView, name: string): Promise<string> {
  const near = await nearNames(view, name, maxSimilar);
  if (near.length > 0) return `No symbol is named ${name}; similar names: ${near.join(', ')}.`;
  const sharing = await namesSharingWords(view, name, maxSimilar);
  return `No symbol is named ${name}${sharing.length > 0 ? `; names that share words with it: ${sharing.join(', ')}` : ''}.`;
}
