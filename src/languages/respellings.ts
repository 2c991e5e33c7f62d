/**
 * How compilers read names that are spelled otherwise: escapes that stand for letters, and letters that count as equal.
 * Escapes for anything but letters are kept, so that the structure of the text is.
 */
import { type Respell, respellEach, respellInTurn } from '../text/respelled.ts';

const letters = /^[\p{ID_Continue}$]+$/u;

/** The text of an escape, if it is a letter of names. */
function letterOf(...codes: readonly number[]): string | undefined {
  if (codes.some((code) => !(code <= 0x10ffff))) return undefined;
  // Two halves of a surrogate pair are one letter.
  const text = codes.map((code) => String.fromCodePoint(code)).join('');
  return letters.test(text) ? text : undefined;
}

function hex(digits: string): number {
  return Number.parseInt(digits, 16);
}

/** `\u0076`, `\u{76}` and `\x76`; a doubled backslash begins no escape. */
const escapesOfJavaScript = respellEach(
  /\\(?:u\{([\da-f]+)\}|u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|(?:u([\da-f]{4})|x([\da-f]{2}))|[\s\S])/gi,
  ([, braced, high, low, four, two]) => {
    if (high !== undefined && low !== undefined) return letterOf(hex(high), hex(low));
    const digits = braced ?? four ?? two;
    return digits === undefined ? undefined : letterOf(hex(digits));
  },
  (text) => /\\[ux]/.test(text),
);

/** `'v\ictim'` and `'\166ictim'`: a whole string that is a name. A line break in it moves behind it. */
const quotedNames = respellEach(
  /(["'`])((?:[\p{ID_Continue}$]|\\(?:\r\n|[^'"`\r]))*)\1/gu,
  ([, quote = '', content = '']) => {
    if (!content.includes('\\')) return undefined;
    let breaks = '';
    const name = content.replace(/\\(?:([0-7]{1,3})|(\r?\n)|([\s\S]))/g, (_, octal, lineBreak, other) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (lineBreak === undefined) return /[bfnrtvux89]/.test(other) ? ' ' : other;
      breaks += lineBreak;
      return '';
    });
    return letters.test(name) ? `${quote}${name}${quote}${breaks}` : undefined;
  },
  (text) => text.includes('\\'),
);

export const respellJavaScript = respellInTurn(escapesOfJavaScript, quotedNames);

function normalize(form: 'NFC' | 'NFKC'): Respell {
  return respellEach(
    /\p{ID_Continue}+/gu,
    ([name]) => {
      if (isAscii(name)) return undefined;
      const normal = name.normalize(form);
      return letters.test(normal) ? normal : undefined;
    },
    (text) => !isAscii(text),
  );
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Python compares names in the form NFKC, Rust in NFC. */
export const respellPython = normalize('NFKC');
export const respellRust = normalize('NFC');

/** Letters without a width, which names may contain and comparisons ignore. */
const ignoredLetters = respellEach(
  /(?<=\p{ID_Continue})\p{Cf}+(?=\p{ID_Continue})/gu,
  () => '',
  (text) => !isAscii(text),
);

/** Java decodes escapes before it reads tokens, so `\u002e` is a dot; `\uuu0076` is one letter. */
const escapesOfJava = respellEach(
  /\\(?:u+([\da-f]{4})|[\s\S])/gi,
  ([, digits]) => {
    if (digits === undefined) return undefined;
    const code = hex(digits);
    return code > 0x20 && code < 0x7f && code !== backslash ? String.fromCharCode(code) : letterOf(code);
  },
  (text) => text.includes('\\u'),
);
const backslash = 0x5c;

export const respellJava = respellInTurn(escapesOfJava, ignoredLetters);

/** `\u0076` and `\U00000076`, in C and C++ for letters beyond ASCII. */
const longEscapes = respellEach(
  /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[\s\S])/g,
  ([, four, eight]) => {
    const digits = four ?? eight;
    return digits === undefined ? undefined : letterOf(hex(digits));
  },
  (text) => /\\[uU]/.test(text),
);

export const respellCSharp = respellInTurn(longEscapes, ignoredLetters, normalize('NFC'));

/** A backslash at the end of a line continues the name on the next; the line break moves behind the name. */
const continuedNames = respellEach(
  /([\p{ID_Continue}$]+)((?:\\\r?\n[\p{ID_Continue}$]+)*)/gu,
  ([, start = '', rest = '']) => {
    if (rest === '') return undefined;
    const breaks = rest.match(/\\\r?\n/g) ?? [];
    return start + rest.replace(/\\\r?\n/g, '') + breaks.join('');
  },
  (text) => /[\w$]\\\r?\n[\w$]/.test(text),
);

export const respellC = respellInTurn(continuedNames, longEscapes);

const entities = respellEach(
  /&(?:#x([\da-f]+)|#(\d+)|(lowbar|UnderBar|dollar));?/gi,
  ([, digits, decimal, named]) => {
    if (named !== undefined) return named === 'dollar' ? '$' : '_';
    return letterOf(digits === undefined ? Number(decimal) : hex(digits));
  },
  (text) => text.includes('&'),
);

/** Templates, components and notebooks contain code of any language. */
export const respellHost = respellInTurn(entities, respellJavaScript, respellPython);
