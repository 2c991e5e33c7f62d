/**
 * The `language` parameter of a query. A language that the ref does not have leaves nothing to find, which a warning
 * says; a word that is no language is rejected with similar ones.
 */
import { languageCalled, languageWords } from '../../languages/languages.ts';
import { editDistance } from '../names/near-names.ts';
import type { RefView } from '../view/ref-view.ts';
import { invalid } from './parameters.ts';

export interface LanguageFilter {
  /** The name in the index; absent if any language is meant. */
  readonly language?: string;
  readonly warnings: readonly string[];
}

export async function languageFilter(view: RefView, written: string | undefined): Promise<LanguageFilter> {
  if (written === undefined) return { warnings: [] };
  const language = languageMeant(written);
  const present = (await view.files()).languages();
  if (present.includes(language)) return { language, warnings: [] };
  const { names, aliases } = languageWords();
  const others = present.slice(0, maxListed).join(', ') + (present.length > maxListed ? ', …' : '');
  if (names.has(language)) {
    const where = others === '' ? 'none are indexed yet' : `it has ${others}`;
    return { language, warnings: [`No indexed file of ${view.ref.name} is in ${language}; ${where}.`] };
  }
  const near = nearWords(language, [...present, ...names, ...aliases]);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const available = others === '' ? '' : ` ${view.ref.name} has ${others}.`;
  throw invalid(
    'language',
    `is ${JSON.stringify(written)}, which is no known language.${meant}${available}`.slice(0, -1),
  );
}

/** The name of a language in the index for the word of a request. */
export function languageMeant(written: string): string {
  return languageCalled(written.trim().toLowerCase());
}

const maxListed = 12;
const maxNear = 3;

/** The words with the most similar spelling, nearest first. */
function nearWords(typed: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(typed.length / 3));
  const distances = [...new Set(known)].map((word) => ({ word, distance: editDistance(typed, word, most) }));
  const near = distances.filter(({ distance }) => distance <= most).sort((a, b) => a.distance - b.distance);
  return near.slice(0, maxNear).map(({ word }) => word);
}
