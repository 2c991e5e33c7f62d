import { expect, test } from 'vitest';
import { bytesHolder } from './search-bytes.ts';

test('finds identifiers as whole words in undecoded bytes', () => {
  const check = (identifiers: string[], text: string, expected: boolean, encoding: BufferEncoding = 'utf8') =>
    expect(bytesHolder(identifiers)(Buffer.from(text, encoding)), text).toBe(expected);
  check(['load'], 'def load():', true);
  check(['load'], 'load', true);
  check(['load'], 'reload loads load_all _load load2 load', true);
  check(['load'], 'reload loads load_all _load load2', false);
  check(['load', 'save'], 'x.save!', true);
  check(['größe'], 'let größe = 1', true);
  check(['gr'], 'let größe = 1', false);
  check(['load'], '', false);
  // Without an identifier, and in UTF-16, every file has to be parsed.
  check([], 'anything', true);
  check(['load'], '\ufeffother', true, 'utf16le');
});
