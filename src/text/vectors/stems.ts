/** The stems that vectors are made of: the parts of all identifiers of a text, in lower case, without endings. */
import { stemmer } from 'stemmer';
import { identifierRuns, wordsOf } from '../words.ts';

/** Stems that no vector is known for are represented by their n-grams, hashed into this many buckets. */
export const bucketCount = 1 << 15;
const maxNgrams = 12;
const maxNgramWord = 20;
const ngramLengths = [4, 5, 3];

/** Counts the stems of a text, up to a number of words. */
export function countStems(text: string, maxWords: number): Map<string, number> {
  const counts = new Map<string, number>();
  let taken = 0;
  for (const { start, end } of identifierRuns(text)) {
    const [whole, ...parts] = wordsOf(text.slice(start, end));
    if (whole === undefined) continue;
    for (const word of parts.length > 0 ? parts : [whole]) {
      if (word.length < 2 || /^[\d_]/.test(word)) continue;
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      if (++taken >= maxWords) return counts;
    }
  }
  return counts;
}

const maxRemembered = 100_000;
const remembered = new Map<string, string>();

function stemOf(word: string): string {
  let stem = remembered.get(word);
  if (stem === undefined) {
    stem = /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(word, stem);
  }
  return stem;
}

/** Returns the buckets of a word's n-grams, without duplicates. */
export function ngramBuckets(word: string): number[] {
  const marked = `<${word.slice(0, maxNgramWord)}>`;
  const found = new Set<number>();
  for (const length of ngramLengths) {
    for (let at = 0; at + length <= marked.length && found.size < maxNgrams; at++) {
      found.add(hashOf(marked.slice(at, at + length)) & (bucketCount - 1));
    }
  }
  return [...found];
}

/** FNV-1a. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
