import { expect, test } from 'vitest';
import { BlockBuffer } from './block-buffer.ts';

test.each([
  ['single bytes', 1, 5_000],
  ['chunks that fit no block', 777, 900],
  ['chunks larger than a block', 200_001, 4],
])('holds %s in their order', (_, length, count) => {
  const chunks = Array.from({ length: count }, (_, at) => Buffer.alloc(length, `${at}.`));
  const buffer = new BlockBuffer();
  for (const chunk of chunks) buffer.add(chunk);
  expect(buffer.bytes().equals(Buffer.concat(chunks))).toBe(true);
  expect(buffer.heldBytes).toBeGreaterThanOrEqual(length * count);
  expect(buffer.heldBytes).toBeLessThanOrEqual(2 * length * count);
});

test('an empty chunk takes nothing, and a cleared buffer starts anew', () => {
  const buffer = new BlockBuffer();
  buffer.add(Buffer.alloc(0));
  expect(buffer.heldBytes).toBe(0);
  buffer.add(Buffer.from('first'));
  buffer.clear();
  expect([buffer.heldBytes, buffer.bytes().length]).toEqual([0, 0]);
  buffer.add(Buffer.from('second'));
  expect(buffer.bytes().toString()).toBe('second');
});
