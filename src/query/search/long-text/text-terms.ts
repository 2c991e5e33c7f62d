/**
 * The terms of a long text: words and identifiers by their stems, weighted by where and how often they are written. Of
 * the many words of a text, those that say most about the code are kept.
 */
import { stemmer } from 'stemmer';
import { wordsOf } from '../../../text/words.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { looksCompound } from '../classify-query.ts';
import { inverseFrequency } from '../scoring/postings.ts';
import { countWords } from '../terms/count-words.ts';
import { counts, formsOf, identifiersOf, type Term } from '../terms/query-terms.ts';
import { type Section, sectionsOf } from './text-sections.ts';

const maxTerms = 64;
/** Distinct words that are looked up in the index. */
const maxWords = 240;
const maxSpellings = 12;

export async function termsOfText(view: RefView, files: FileTable, text: string): Promise<Term[]> {
  const words = [...wordsOfText(text)].sort((a, b) => b[1] - a[1]).slice(0, maxWords);
  await countWords(view, [...new Set(words.flatMap(([word]) => formsOf(word)))]);
  const seen = new Set<string>();
  const terms: (Term & { readonly worth: number })[] = [];
  for (const [word, weight] of words) {
    if (seen.has(word)) continue;
    await view.pause();
    const found = (await countWords(view, formsOf(word))).sort((a, b) => b.count - a.count).slice(0, maxSpellings);
    if (found.length === 0) continue;
    for (const each of found) seen.add(each.word);
    const count = found.reduce((sum, each) => sum + each.count, 0);
    const idf = inverseFrequency(Math.min(count, files.chunkCount), files.chunkCount);
    terms.push({ word, spellings: found.map((each) => each.word), weight, count, worth: weight * idf });
  }
  return terms
    .sort((a, b) => b.worth - a.worth)
    .slice(0, maxTerms)
    .map(({ worth: _, ...term }) => term);
}

/** The words of a text with their weights. Words of one stem are one word, spelled as it was first written. */
function wordsOfText(text: string): Map<string, number> {
  const found = new Map<string, Record<Section, number>>();
  const spelledAs = new Map<string, string>();
  const add = (word: string, section: Section, amount: number) => {
    if (!counts(word)) return;
    const stem = /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
    const written = spelledAs.get(stem) ?? word;
    spelledAs.set(stem, written);
    const amounts = found.get(written) ?? { title: 0, prose: 0, code: 0, heading: 0, listing: 0 };
    amounts[section] += amount;
    found.set(written, amounts);
  };
  for (const piece of sectionsOf(text)) {
    for (const identifier of identifiersOf(piece.text)) {
      const [whole = '', ...parts] = wordsOf(identifier);
      if (whole === '') continue;
      if (parts.length === 0 || looksCompound(identifier)) add(whole, piece.section, 1);
      for (const part of parts) add(part, piece.section, parts.length > 1 ? weights.longText.part : 1);
    }
  }
  const { sections } = weights.longText;
  const weightOf = (amounts: Record<Section, number>) =>
    (Object.keys(sections) as Section[]).reduce(
      (sum, section) => sum + (amounts[section] === 0 ? 0 : sections[section] * (1 + Math.log(1 + amounts[section]))),
      0,
    );
  return new Map([...found].map(([word, amounts]) => [word, weightOf(amounts)]));
}
