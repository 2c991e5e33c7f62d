import { writeFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { createFolder } from '../../../test/support/test-repository.ts';
import { nameOf } from './names.ts';
import { nameOnDisk, rawNameOf } from './raw-name.ts';

describe('a raw name', () => {
  it('has the bytes that the path shows as escapes', () => {
    for (const bytes of [
      [0xff],
      [0x64, 0xfe, 0x2f, 0xc3, 0xa4, 0xff],
      [0xc3],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98, 0x61],
      [0x80, 0x80, 0x2e, 0x63],
    ]) {
      const { path, rawPath } = nameOf(Buffer.from(bytes));
      expect(rawPath, path).toBeDefined();
      expect(rawNameOf(path), path).toEqual({ path, rawPath });
    }
  });

  it('is recovered from every invalid pair and triple of bytes', () => {
    const interesting = [0x41, 0x2f, 0x5c, 0x78, 0x66, 0x80, 0xa4, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xf5, 0xff];
    for (const a of interesting) {
      for (const b of interesting) {
        for (const c of interesting) {
          for (const bytes of [
            [a, b],
            [a, b, c],
          ].map(Buffer.from)) {
            const { path, rawPath } = nameOf(bytes);
            if (rawPath !== undefined) expect(rawNameOf(path)?.rawPath, path).toEqual(rawPath);
          }
        }
      }
    }
  });

  it('does not exist for a path that no invalid bytes are shown as', () => {
    for (const path of ['a.ts', 'ä.ts', '\\x41', '\\xFF', '\\xc3\\xa4', 'a\\b', '\\x', '\\xe2\\x82\\xac']) {
      expect(rawNameOf(path), path).toBeUndefined();
    }
  });

  it('keeps a character that is written like an escape', () => {
    expect(rawNameOf('\\xc3\\xa4/\\xff')?.rawPath).toEqual(
      Buffer.concat([Buffer.from('\\xc3\\xa4/'), Buffer.of(0xff)]),
    );
  });
});

test('the name on disk is the valid one if there are both', () => {
  const root = createFolder();
  const raw = Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff)]);
  writeFileSync(raw, 'raw');
  expect(nameOnDisk(root, '\\xff')).toEqual({ path: '\\xff', rawPath: Buffer.of(0xff) });
  writeFileSync(`${root}/\\xff`, 'text');
  expect(nameOnDisk(root, '\\xff')).toEqual({ path: '\\xff' });
  expect(nameOnDisk(root, 'a.ts')).toEqual({ path: 'a.ts' });
});
