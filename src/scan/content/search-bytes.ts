/** Searches undecoded bytes for identifiers, to dismiss most files before they are decoded and parsed. */

/**
 * Returns a test for bytes that contain any of the identifiers as a whole word. Text in UTF-16 always passes, and so do all bytes
 * if there is no identifier to look for.
 */
export function bytesHolder(identifiers: readonly string[]): (bytes: Buffer) => boolean {
  if (identifiers.length === 0) return () => true;
  const needles = identifiers.map((identifier) => Buffer.from(identifier));
  return (bytes) => isUtf16(bytes) || needles.some((needle) => holdsWord(bytes, needle));
}

function holdsWord(bytes: Buffer, needle: Buffer): boolean {
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
    if (!isPartOfWord(bytes[at - 1]) && !isPartOfWord(bytes[at + needle.length])) return true;
  }
  return false;
}

/** Letters, digits, underscores, and every byte beyond ASCII, which may belong to a letter. */
function isPartOfWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return byte >= 0x80 || (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
}

/** UTF-16 begins with one of two bytes that begin no UTF-8. */
function isUtf16(bytes: Buffer): boolean {
  return bytes[0] === 0xff || bytes[0] === 0xfe;
}
