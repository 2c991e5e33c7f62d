/** The texts of a query that are searched literally: quoted text, and what may be a printed message. */
import { identifiersOf } from '../terms/query-terms.ts';
import { stopWords } from '../terms/word-lists.ts';

/**
 * Returns the quoted texts to search literally, longest first. A single quoted word among others is not literal: it is
 * searched together with them.
 */
export function literalsOf(query: string): string[] {
  const found = [...query.matchAll(quoted)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((literal) => literal !== '');
  const isAmidOthers = wordsBeside(query).length >= 2;
  const isMeant = (literal: string) => !isAmidOthers || /\S\s+\S/.test(literal);
  return [...new Set(found)].filter(isMeant).sort((a, b) => b.length - a.length);
}

/** Returns the words of a query outside of quotes, without stop words. */
export function wordsBeside(query: string): string[] {
  return identifiersOf(query.replace(quoted, ' ')).filter((word) => !stopWords.has(word.toLowerCase()));
}

/** Whether a query is quoted text, apart from at most one word. */
export function isQuotation(query: string): boolean {
  return literalsOf(query).length > 0 && identifiersOf(query.replace(quoted, ' ')).length < 2;
}

/**
 * Returns the parts of a message to search literally, longest first: the whole first line, without the prefix before a
 * colon (`TypeError: …`), and without the text after one, which is often inserted at run time (`cannot open: …`). Parts
 * of few words are skipped.
 */
export function messagesOf(query: string): string[] {
  const [line = ''] = query.trim().split('\n', 1);
  const colons = [...line.matchAll(/:\s+/g)].slice(0, maxColons);
  const parts = [
    line,
    ...colons.map(({ index, 0: colon }) => line.slice(index + colon.length)),
    ...colons.map(({ index }) => line.slice(0, index)),
  ].map((part) => part.replace(/(?<![\s.!])[\s.!]+$/, ''));
  return [...new Set(parts)]
    .filter((part) => part.split(/\s+/).length >= minMessageWords)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxMessages);
}

const minMessageWords = 4;
const maxMessages = 4;
/** Printed messages have few; more make a log or code. */
const maxColons = 16;

const quoted = /"([^"]+)"|`([^`]+)`|(?:^|[\s(])'([^']+)'(?=$|[\s.,;:?!)])/g;
