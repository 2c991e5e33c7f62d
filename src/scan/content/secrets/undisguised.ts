/**
 * Names and texts as programs read them, for the recognition of secrets: without characters that are not seen, letters
 * in their usual form, and escapes replaced by what they stand for.
 */

/** Returns a path as systems compare it that ignore width, invisible characters and what a name ends with. */
export function undisguisedPath(path: string): string {
  if (printable.test(path) && !disguise.test(path)) return path;
  const parts = path.normalize('NFKC').replace(invalidByte, '').replace(invisible, '').split('/');
  return parts.map((part) => withoutEnd(part.trim()) || part).join('/');
}

/** Windows ignores dots and spaces at the end of a name. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === '.' || part[end - 1] === ' ')) end--;
  return part.slice(0, end);
}

const printable = /^[ -~]*$/;
const disguise = /[ .](?:\/|$)|(?:^|\/) |\\x/;
const invalidByte = /\\x[0-9a-f]{2}/g;
const invisible = /[\p{C}\p{M}\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Returns a text with the characters that escapes of JSON, YAML, TOML and XML stand for. */
export function undisguisedText(text: string): string {
  const shown = hasInvisible.test(text) ? text.replace(invisibleInText, '') : text;
  return hasEscape.test(shown) ? shown.replace(escapes, unescaped) : shown;
}

const hasInvisible = /[^\t\n\r -~]/;
/** Line ends and tabs stay. */
const invisibleInText =
  /[\0-\b\v\f\x0e-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/g;
const hasEscape = /\\[uUx][0-9a-fA-F]{2}|&#/;
const escapes = /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})|&#(\d{1,7});|&#[xX]([0-9a-fA-F]{1,6});/g;

function unescaped(whole: string, ...groups: (string | undefined)[]): string {
  const [short, long, byte, decimal, hexadecimal] = groups;
  const hex = short ?? long ?? byte ?? hexadecimal;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  // Only what could spell a name or a value: a line end or a quote would end it.
  return code > 0x20 && code < 0x7f && code !== 0x22 && code !== 0x27 ? String.fromCharCode(code) : whole;
}
