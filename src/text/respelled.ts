/**
 * A respelled text has its names as compilers read them: escapes are decoded, and equivalent letters are the same. Each
 * line stays where it was, and offsets can be converted to those of the text as written.
 */

export interface Respelled {
  readonly text: string;
  /** Converts an offset in `text`; inside of a respelled part, the start of that part. */
  writtenOffset(offset: number): number;
}

/** `undefined`: the text is spelled so already. */
export type Respell = (written: string) => Respelled | undefined;

/**
 * Replaces what the pattern finds; a spelling of `undefined` keeps it. The pattern needs the flag `g`, and a spelling
 * has as many line breaks as what it replaces.
 */
export function respellEach(
  pattern: RegExp,
  spelling: (match: RegExpMatchArray) => string | undefined,
  mayOccur: (written: string) => boolean = () => true,
): Respell {
  return (written) => {
    if (!mayOccur(written)) return undefined;
    const parts: string[] = [];
    const edits: Edit[] = [];
    let from = 0;
    let length = 0;
    for (const match of written.matchAll(pattern)) {
      const put = spelling(match);
      if (put === undefined || put === match[0]) continue;
      const before = written.slice(from, match.index);
      parts.push(before, put);
      length += before.length;
      from = match.index + match[0].length;
      edits.push({ start: length, end: length + put.length, writtenStart: match.index, writtenEnd: from });
      length += put.length;
    }
    if (edits.length === 0) return undefined;
    parts.push(written.slice(from));
    return { text: parts.join(''), writtenOffset: (offset) => writtenOffset(edits, offset) };
  };
}

/** Applies one after the other. */
export function respellInTurn(...steps: readonly Respell[]): Respell {
  return (written) => {
    let found: Respelled | undefined;
    for (const step of steps) {
      const before = found;
      const next = step(before?.text ?? written);
      if (next === undefined) continue;
      found =
        before === undefined
          ? next
          : { text: next.text, writtenOffset: (offset) => before.writtenOffset(next.writtenOffset(offset)) };
    }
    return found;
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly writtenStart: number;
  readonly writtenEnd: number;
}

function writtenOffset(edits: readonly Edit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edits[middle] as Edit).start <= offset) low = middle + 1;
    else high = middle;
  }
  const last = edits[low - 1];
  if (last === undefined) return offset;
  return offset < last.end ? last.writtenStart : last.writtenEnd + offset - last.end;
}
