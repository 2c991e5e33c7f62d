import { describe, expect, test } from 'vitest';
import { queryOf, unfitness } from './commit-query.ts';

describe('the query of a commit', () => {
  function check(subject: string, query: string): void {
    test(subject, () => expect(queryOf(subject)).toBe(query));
  }

  check('fix(css): keep order of layers (#123)', 'css keep order of layers');
  check('feat!: drop the old loader', 'drop the old loader');
  check('Fixed #36664 -- Made Model.save() faster.', 'Made Model.save() faster.');
  check('Refs #1, #22 -- Added tests.', 'Added tests.');
  check('[6.1.x] Refs #5 -- Added tests.', 'Added tests.');
  check('time: rename `cached_when` (#7333)', 'time: rename `cached_when`');
  check('JIRA-77: handle empty writes', 'handle empty writes');
  check('Handle empty writes, fixes owner/name#12', 'Handle empty writes,');
  check('See https://example.org/x for the story of caches', 'See for the story of caches');
});

describe('unfitness', () => {
  function check(what: string, commit: object, reason: string | undefined): void {
    const whole = { subject: 'Keep the order of layers', author: 'A <a@b>', paths: ['a.go'], ...commit };
    test(what, () => expect(unfitness(whole)).toBe(reason));
  }

  check('accepts a code change by a person', {}, undefined);
  check('rejects a commit by a bot', { author: 'renovate[bot] <b@c>' }, 'bot');
  check('rejects a revert', { subject: 'Revert "Keep the order of layers"' }, 'revert, release or bump');
  check(
    'rejects a commit that changes too many files',
    { paths: Array.from({ length: 21 }, (_, at) => `${at}.go`) },
    'over 20 files',
  );
  check('rejects a commit without code', { paths: ['README.md', 'package-lock.json'] }, 'no code');
  check('rejects a subject with too few words', { subject: 'Fix the typo' }, 'under 3 words');
});
