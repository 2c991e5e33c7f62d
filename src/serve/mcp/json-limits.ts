/**
 * Limits on a JSON message: its nesting depth and its number of values. Validating a message above them would overflow
 * the stack or block the event loop for seconds, so the limits are checked on the raw bytes.
 */
const maxDepth = 200;
const maxValues = 50_000;

/** Returns a sentence that names the exceeded limit; undefined if the message is within all limits. */
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
      if (values > maxValues) return `The message has more than ${maxValues} values.`;
    }
  }
  return undefined;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the offset of the quote that closes the string opened at `start`, or the end of the input. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
