/** An occurrence is a place where a text contains a name as a whole identifier. */
import { isWordCharacter } from '../../text/words.ts';

/** Offsets of the name in a text, ascending. `dollarInNames`: a `$` beside the name makes it another identifier. */
export function occurrencesIn(text: string, name: string, dollarInNames: boolean): number[] {
  const offsets: number[] = [];
  const isPart = (at: number) => {
    const code = text.charCodeAt(at);
    return code === dollar ? dollarInNames : isWordCharacter(code);
  };
  // A name may end with a sign (`save!`); then anything may follow.
  const startsAsWord = isWordCharacter(name.charCodeAt(0));
  const endsAsWord = isWordCharacter(name.charCodeAt(name.length - 1));
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (startsAsWord && at > 0 && isPart(at - 1)) continue;
    if (endsAsWord && end < text.length && isPart(end)) continue;
    offsets.push(at);
  }
  return offsets;
}

/** The same for each of many names that are words, by name. The text is read once. */
export function occurrencesOfWords(
  text: string,
  names: readonly string[],
  dollarInNames: boolean,
): ReadonlyMap<string, readonly number[]> {
  const isPart = (code: number) => (code === dollar ? dollarInNames : isWordCharacter(code));
  const endOfWord = (of: string, start: number) => {
    let end = start;
    while (end < of.length && isPart(of.charCodeAt(end))) end++;
    return end;
  };
  const found = new Map<string, number[]>();
  for (const name of names) if (endOfWord(name, 0) === name.length) found.set(name, []);
  for (let at = 0; at < text.length; at++) {
    const start = at;
    at = endOfWord(text, start);
    if (at > start) found.get(text.slice(start, at))?.push(start);
  }
  return found;
}

/** The number of distinct lines at these offsets. */
export function linesAt(text: string, offsets: readonly number[]): number {
  let count = 0;
  let lineEnd = -1;
  for (const offset of offsets) {
    if (offset < lineEnd) continue;
    count++;
    const newline = text.indexOf('\n', offset);
    lineEnd = newline === -1 ? text.length + 1 : newline;
  }
  return count;
}

const dollar = 36;
