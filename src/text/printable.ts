/**
 * Makes text from a repository safe to print. Characters that control a terminal or that it hides (control
 * characters, escape sequences, bidirectional overrides, invisible format characters, lone surrogates) are printed as
 * escapes.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/** The same for multi-line text, such as source code; keeps line breaks and tabs. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printableCode).join('\n');
}

/** The same for a line of source code; keeps tabs. */
export function printableCode(line: string): string {
  return line.split('\t').map(printable).join('\t');
}

/** Serializes a value as JSON that is safe to print. Parsing it returns the original strings. */
export function printableJson(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent);
  return json.replace(/[\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join(''),
  );
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${code.toString(16)}}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
