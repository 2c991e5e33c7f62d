import { expect, test } from 'vitest';
import { endOf, shortened } from './shortened.ts';

test('keeps what fits, and marks what was left out', () => {
  const text = 'com.example.store.Store.get';
  expect(shortened(text, 27)).toBe(text);
  expect(endOf(text, 27)).toBe(text);
  expect(shortened(text, 20)).toBe('com.example.store.S…');
  expect(endOf(text, 20)).toBe('…ple.store.Store.get');
  expect(endOf(text, Number.POSITIVE_INFINITY)).toBe(text);
});

test('leaves enough to be read where there is no room', () => {
  expect(shortened('com.example.store.Store.get', -3)).toBe('com.example.sto…');
  expect(endOf('com.example.store.Store.get', -3)).toBe('…store.Store.get');
});
