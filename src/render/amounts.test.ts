import { expect, test } from 'vitest';
import { ago, bytes, count, duration } from './amounts.ts';

test('prints sizes in the unit that fits', () => {
  expect([0, 999, 1_500, 2_000_000, 3_100_000_000].map(bytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '2.0 MB',
    '3.1 GB',
  ]);
});

test('uses the singular and the plural', () => {
  expect([0, 1, 1234].map((amount) => count(amount, 'file'))).toEqual(['0 files', '1 file', '1,234 files']);
  expect(count(2, 'repository', 'repositories')).toBe('2 repositories');
});

test('never prints sixty seconds', () => {
  expect([80, 1_500, 59_800, 119_800].map(duration)).toEqual(['80 ms', '1.5 s', '59.8 s', '2 min 0 s']);
});

test('prints how long ago something happened', () => {
  const now = Date.parse('2024-05-10T12:00:00Z');
  const check = (time: string, expected: string) => expect(ago(time, now)).toBe(expected);
  check('2024-05-10T11:59:30Z', 'just now');
  // If the clock was set back, the time is not negative.
  check('2024-05-10T13:00:00Z', 'just now');
  check('2024-05-10T11:59:00Z', '1 minute ago');
  check('2024-05-10T09:00:00Z', '3 hours ago');
  check('2024-05-08T12:00:00Z', '2 days ago');
  check('2024-03-01T12:00:00Z', 'on 2024-03-01');
});
