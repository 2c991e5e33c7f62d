import { expect, test } from 'vitest';
import type { JobSummary } from '../../indexing/job/job.ts';
import { details, headline, refLine, remarks, shortRef } from './summary.ts';

const commit = '1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d';

function summary(change: Partial<JobSummary> = {}): JobSummary {
  return {
    jobId: 'job1',
    projectId: 'project1',
    root: '/code',
    ref: 'main',
    commit,
    source: 'worktree',
    mode: 'full',
    discovered: 1234,
    indexed: 1200,
    skipped: { binary: 20, too_large: 14 },
    parsed: 1100,
    changed: 1234,
    symbols: 12847,
    outcomes: { parsed: 1150, recovered: 3, timeout: 1, none: 46 },
    languages: { typescript: 600, rust: 400, python: 100, go: 50, java: 20, c: 15, ruby: 10, php: 5 },
    submodules: [],
    interruptedJobs: 0,
    durationMs: 12_345,
    indexBytes: 12_000_000,
    sourceBytes: 20_000_000,
    warnings: [],
    peakMemoryBytes: 300_000_000,
    ...change,
  };
}

test('prints counts that add up', () => {
  expect(details(summary(), false)).toEqual([
    '  files      1,234 discovered = 1,200 indexed + 34 skipped',
    '  parsed     1,100 now, 100 reused',
    '  skipped    20 binary, 14 too large',
    '  symbols    12,847',
    '  languages  600 typescript, 400 rust, 100 python, 50 go, 20 java, 15 c, 15 other',
    '  syntax     3 recovered from syntax errors, 1 timed out',
    '  size       12.0 MB of index for 20.0 MB of source (60%)',
  ]);
});

test('prints all languages and the memory with --verbose', () => {
  const text = details(summary(), true).join('\n');
  expect(text).toContain('10 ruby, 5 php');
  expect(text).toContain('300.0 MB peak');
});

test('prints an empty repository without empty rows', () => {
  const empty = summary({
    discovered: 0,
    indexed: 0,
    parsed: 0,
    skipped: {},
    outcomes: {},
    languages: {},
    symbols: 0,
    sourceBytes: 0,
  });
  expect(details(empty, false)).toEqual([
    '  files      0 discovered = 0 indexed + 0 skipped',
    '  parsed     0 now, 0 reused',
    '  symbols    0',
    '  size       12.0 MB of index for 0 bytes of source',
  ]);
});

test('prints the result in one sentence', () => {
  expect(headline(summary(), 'index')).toBe('Indexed main at 1a2b3c4d5e6f (working tree) in 12.3 s');
  expect(headline(summary({ mode: 'incremental', changed: 1 }), 'sync')).toBe(
    'Synced main at 1a2b3c4d5e6f (working tree): 1 file changed, in 12.3 s',
  );
  expect(headline(summary({ mode: 'incremental', changed: 0, durationMs: 80 }), 'sync')).toBe(
    'Nothing changed: main at 1a2b3c4d5e6f (working tree) is up to date (80 ms)',
  );
});

test('prints a ref, a detached commit and a plain folder', () => {
  expect(refLine({ ref: 'v1', commit, source: 'objects' })).toBe('v1 at 1a2b3c4d5e6f');
  expect(refLine({ ref: commit, commit, source: 'worktree' })).toBe('1a2b3c4d5e6f (working tree)');
  expect(refLine({ ref: 'live', source: 'worktree' })).toBe('live (working tree)');
  expect(refLine({ ref: 'a\u202eb', source: 'objects' })).toBe('a\\u202eb');
  expect([commit, 'main', 'a\u202eb'].map(shortRef)).toEqual(['1a2b3c4d5e6f', 'main', 'a\\u202eb']);
});

test('reports nested repositories and interrupted jobs', () => {
  expect(remarks(summary(), false)).toEqual([]);
  const found = summary({ submodules: ['lib/one', "it's two"], interruptedJobs: 1 });
  expect(remarks(found, false)).toEqual([
    '1 interrupted job found; finished work was reused.',
    '2 nested repositories are separate projects:',
    '  codecompass index --workspace /code/lib/one',
    '  … and 1 more; --verbose lists all',
  ]);
  expect(remarks(found, true).at(-1)).toBe("  codecompass index --workspace '/code/it'\\''s two'");
  expect(remarks(summary({ submodules: ['lib/one', 'two'] }), false, (folder) => folder === 'two')).toEqual([
    '1 nested repository is a separate project:',
    '  codecompass index --workspace /code/two',
    '1 submodule is not checked out; run `git submodule update --init` to get it.',
  ]);
});
