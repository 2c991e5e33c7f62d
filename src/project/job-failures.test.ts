import { expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { JobFailures } from './job-failures.ts';

const error = new CodedError('disk_full', 'No space.');

test('keeps a limited number of failures, those that are asked for longest', () => {
  const failures = new JobFailures();
  failures.add('/r', undefined, error);
  for (let at = 0; at < 1_000; at++) {
    failures.add('/r', `ref${at}`, error);
    expect(failures.ofHead('/r')).toBe(error);
  }
  expect(failures.size).toBe(100);
  expect(failures.hasJustFailed('/r', 'ref0')).toBe(false);
  expect(failures.hasJustFailed('/r', 'ref999')).toBe(true);
});

test('a success or an index ends a failure', () => {
  const failures = new JobFailures();
  failures.add('/r', 'main', error);
  failures.forget('/r', 'main');
  expect(failures.hasJustFailed('/r', 'main')).toBe(false);
  failures.add('/r', undefined, error);
  failures.hasIndex('/r');
  expect(failures.ofHead('/r')).toBeUndefined();
});
