/**
 * The content of a file: its decoded text, or the reason to skip it. Text is UTF-8, UTF-16 with a byte order mark, or
 * a single-byte encoding of Western Europe. Line ends are kept.
 */
import { isUtf8 } from 'node:buffer';
import { languageOf } from '../../languages/languages.ts';
import type { SkipReason } from '../../model.ts';
import { secretByContent } from './secrets/secrets.ts';

export { secretByName } from './secrets/secrets.ts';

export type Content = { readonly text: string } | { readonly skipped: SkipReason };

export function decodeContent(path: string, bytes: Uint8Array): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = asDeclared(path, buffer, decode(buffer));
  if ('skipped' in content) return content;
  if (secretByContent(path, content.text)) return { skipped: 'secret' };
  return isMinified(path, content.text) ? { skipped: 'minified' } : content;
}

/** A comment may declare an encoding in which the same bytes are another text. */
function asDeclared(path: string, buffer: Buffer, content: Content): Content {
  if ('skipped' in content) return content;
  const declared = languageOf(path, content.text)?.declaredEncoding?.(content.text);
  if (declared === undefined || westernNames.test(declared)) return content;
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    return extendsAscii(decoder) ? { text: decoder.decode(buffer) } : { skipped: 'encoding' };
  } catch {
    return { skipped: 'encoding' };
  }
}

/** Latin-1 and the single-byte encodings of Western systems, which are read as one. */
const westernNames =
  /^(?:(?:iso-?)?latin-?1|l1|iso-?8859-1|8859|(?:cp|windows-?)?1252|cp(?:437|850|858)|mac-?roman)(?:-|$)/;

/** Whether the encoding has every ASCII character, alone and as the same byte. */
function extendsAscii({ encoding }: { readonly encoding: string }): boolean {
  return !/^(?:utf-16|iso-2022|replacement)/.test(encoding) && new TextDecoder(encoding).decode(ascii) === asciiText;
}

const ascii = Uint8Array.from({ length: 128 }, (_, code) => code);
const asciiText = Buffer.from(ascii).toString('latin1');

function decode(buffer: Buffer): Content {
  // The byte order mark of UTF-32 begins with that of UTF-16.
  if (startsWith(buffer, [0xff, 0xfe, 0, 0]) || startsWith(buffer, [0, 0, 0xfe, 0xff])) return { skipped: 'encoding' };
  if (startsWith(buffer, [0xff, 0xfe])) return decodeUtf16(buffer, 'utf-16le');
  if (startsWith(buffer, [0xfe, 0xff])) return decodeUtf16(buffer, 'utf-16be');
  if (buffer.includes(0)) return { skipped: 'binary' };
  if (!isUtf8(buffer)) return decodeWestern(buffer);
  return { text: buffer.toString('utf8', startsWith(buffer, [0xef, 0xbb, 0xbf]) ? 3 : 0) };
}

function decodeUtf16(buffer: Buffer, encoding: 'utf-16le' | 'utf-16be'): Content {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(buffer);
    return text.includes('\0') ? { skipped: 'binary' } : { text };
  } catch {
    return { skipped: 'encoding' };
  }
}

function decodeWestern(buffer: Buffer): Content {
  let controls = 0;
  let undefinedBytes = 0;
  let highBytes = 0;
  for (const byte of buffer) {
    if (byte >= 0x80) {
      highBytes++;
      if (undefinedInWestern.has(byte)) undefinedBytes++;
    } else if ((byte < 0x20 && !controlsOfText.has(byte)) || byte === 0x7f) controls++;
  }
  if (controls > buffer.length / 100) return { skipped: 'binary' };
  // Other encodings use bytes that Windows-1252 leaves undefined.
  if (undefinedBytes > highBytes / 50) return { skipped: 'encoding' };
  return { text: buffer.toString('latin1').replace(/[\x80-\x9f]/g, westernChar) };
}

/** Windows-1252 from 0x80 on, where it differs from Latin-1. The decoder of Node 20 treats the two as equal. */
const westernChars = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function westernChar(latin1: string): string {
  return westernChars.charAt(latin1.charCodeAt(0) - 0x80);
}

const undefinedInWestern = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Control characters that occur in text: bell, backspace, tab, line ends, form feed, escape. */
const controlsOfText = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

function startsWith(buffer: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, at) => buffer[at] === byte);
}

/**
 * Detects minified and bundled files. They are skipped because their lines are useless as results and would flood
 * every search. In sixteen measured repositories, no handwritten file has a mean line length above 180 characters.
 */
const minifiedName = /[.-](min|bundle|pack)\.([cm]?js|css|html?)$/i;
const sourceMap = /\.map$/i;
/** Languages that are minified in practice. Prose, tables and logs have long lines without being minified. */
const compressible =
  /\.([cm]?jsx?|[cm]?tsx?|css|s[ac]ss|less|html?|vue|svelte|json|geojson|topojson|webmanifest|svg|xml|xsl|xsd|xhtml)$/i;

const minBytes = 4096;
const meanOfMinified = 400;
const meanOfMinifiedByName = 100;

function isMinified(path: string, text: string): boolean {
  if (sourceMap.test(path)) return /^[^"]{0,64}\{/.test(text.slice(0, 65)) && text.includes('"mappings"');
  if (minifiedName.test(path)) return meanLineLength(text) > meanOfMinifiedByName;
  if (!compressible.test(path)) return false;
  return (text.length > minBytes && meanLineLength(text) > meanOfMinified) || beginsLikeBundle(text);
}

function meanLineLength(text: string): number {
  const lines = occurrences(text, '\n') || occurrences(text, '\r');
  return text.length / (lines + 1);
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Whether the text begins with the preamble of webpack or browserify. */
function beginsLikeBundle(text: string): boolean {
  const head = text.slice(0, 2048);
  return (
    /^\/\*{6}\/ ?.*webpackBootstrap/m.test(head) || /^\(function( e\(t,n,r\)|\(\)\{function r\(e,n,t\))\{/.test(head)
  );
}
