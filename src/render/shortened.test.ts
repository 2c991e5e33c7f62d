import { expect, test } from 'vitest';
import { endOf, shortened } from './shortened.ts';

const text = 'com.example.store.memory.Store.get';

test('keeps text that fits, and marks the truncated end', () => {
  expect(shortened(text, 34)).toBe(text);
  expect(endOf(text, 34)).toBe(text);
  expect(shortened(text, 24)).toBe('com.example.store.memor…');
  expect(endOf(text, 24)).toBe('….store.memory.Store.get');
  expect(endOf(text, Number.POSITIVE_INFINITY)).toBe(text);
});

test('does not truncate if the width is too small', () => {
  expect(shortened(text, 23)).toBe(text);
  expect(endOf(text, -3)).toBe(text);
});
