/**
 * What is too much of a message: nesting deeper, or more values, than any call has. Checking such a message would run out of stack or
 * take seconds, in which nobody else is heard, so it is told from the bytes alone.
 */
const maxDepth = 200;
const maxValues = 50_000;

/** Says what is too much; nothing where the message may be read. */
export function exceededJsonLimit(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openBrace || byte === openBracket) {
      depth++;
      if (depth > maxDepth) return `The message is nested deeper than ${maxDepth} levels.`;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma) {
      values++;
      if (values > maxValues) return `The message holds more than ${maxValues} values.`;
    }
  }
  return undefined;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The place of the quote that ends the string which begins here, or the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
