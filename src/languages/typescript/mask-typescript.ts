/** Masks syntax of TypeScript that the grammar does not know. The rest of the statement has the same meaning without it. */
import { blank, type Masked, spansOf } from '../mask.ts';

/** Up to three levels. The bound keeps the time linear for hostile texts. */
const typeArguments = '<(?:=>|(?!=>)[^<>]|<(?:=>|(?!=>)[^<>]|<[^<>]{0,200}>){0,200}>){0,400}>';

const unknownSyntax = [
  /\bexport\s+(type)\s+\*/dg,
  /\bimport\s+(defer)\s+\*/dg,
  // Variance of a type parameter; the grammar knows `in` and `out` alone.
  /[<,]\s*(in\s+out)\s+[\p{L}_$]/dgu,
  new RegExp(
    `\\bimport\\s*\\(\\s*(?:'[^'\\n]*'|"[^"\\n]*")\\s*\\)(?:\\s*\\.\\s*[\\p{L}\\p{N}_$]+)+(${typeArguments})`,
    'dgu',
  ),
];

export function maskTypescript(text: string): string {
  return blank(text, [...spansOf(text, unknownSyntax), ...callSignatures(text)]);
}

/** Lines and characters that are looked at around a call signature. */
const maxLinesBack = 40;
const maxAhead = 2_000;

/**
 * A generic call signature on a line of its own (`<T>(value: T): T`) after a member without a semicolon. The grammar takes
 * it for type arguments of that member, so a space before it is replaced by a semicolon.
 */
function callSignatures(text: string): Masked[] {
  const spans: Masked[] = [];
  for (const { index, 0: before } of text.matchAll(/\n[ \t]+(?=<\s{0,80}[\p{L}_$])/gu)) {
    const start = index + before.length;
    if (endsMember(text, index) && /^\s{0,80}\(/.test(text.slice(closing(text, start), start + maxAhead)))
      spans.push({ start: start - 1, end: start, put: ';' });
  }
  return spans;
}

/** Whether the code before a line break may end there. Blank lines and lines of comments do not count. */
function endsMember(text: string, lineBreak: number): boolean {
  let end = lineBreak;
  for (let at = 0; at < maxLinesBack && end > 0; at++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trim();
    end = start - 1;
    if (line === '' || /^(?:\/\/|\/?\*)/.test(line)) continue;
    const comment = line.indexOf('//', Math.max(...['"', "'", '`'].map((quote) => line.lastIndexOf(quote))) + 1);
    const code = comment === -1 ? line : line.slice(0, comment).trimEnd();
    return /[\p{L}\p{N}_$>)\]}'"]$/u.test(code) && !/(?:=>|\b(?:extends|keyof|infer|is|new|as|return))$/.test(code);
  }
  return false;
}

/** Returns the offset after the bracket that closes the one at the offset. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + maxAhead); at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && text[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return text.length;
}
