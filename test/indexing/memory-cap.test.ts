/** A job stays below `index.max_memory_mb`, reduces its use of memory near the limit, and reports that. */
import { describe, expect, test, vi } from 'vitest';
import type { JobSummary } from '../../src/indexing/job/job.ts';
import { indexInProcess, runJobProcess, usualSettings } from '../support/run-job.ts';
import { reportSoak } from '../support/soak-report.ts';
import { createFolder, temporaryFolder } from '../support/test-repository.ts';

const files = Number(process.env.CODECOMPASS_TEST_FILES ?? 96);

test('keeps a job below a low limit with fewer workers and reports it', { timeout: 60_000 + files * 500 }, async () => {
  const root = createFolder(
    Object.fromEntries(Array.from({ length: files }, (_, at) => [`m${at}.py`, largeSource(at)])),
  );
  const maxMemoryMb = 256;
  const summary = await runJobProcess(temporaryFolder(), root, { workers: 4, maxMemoryMb });
  expect(summary.indexed).toBe(files);
  const megabytes = Math.round(summary.peakMemoryBytes / 1024 / 1024);
  expect(megabytes).toBeLessThanOrEqual(maxMemoryMb);
  expect(summary.warnings.join('\n')).toMatch(/index\.max_memory_mb.* of 4 parse workers/);
  reportSoak({ files, 'MB at most': megabytes, 'MB allowed': maxMemoryMb });
});

describe('with a large limit for files, set by the user', () => {
  const settings = { maxFileBytes: 64 << 20, workers: 4, maxMemoryMb: 256 };
  const megabytesOf = ({ peakMemoryBytes }: JobSummary) => Math.round(peakMemoryBytes / 1024 / 1024);

  test('a job skips files that its memory has no room for, and indexes the largest that fit', async () => {
    const root = createFolder({
      'a.txt': words(3_500_000, 0),
      'b.txt': words(3_500_000, 1),
      'large.txt': words(8_000_000, 3),
      'larger.txt': words(30_000_000, 4),
      'small.py': largeSource(1),
    });
    const summary = await runJobProcess(temporaryFolder(), root, settings);
    expect(summary).toMatchObject({ indexed: 3, skipped: { too_large: 2 } });
    expect(megabytesOf(summary)).toBeLessThanOrEqual(settings.maxMemoryMb);
  });

  test('a large file leaves one worker, and the small ones come first', async () => {
    const sources = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}.py`, largeSource(at)]));
    const root = createFolder({ 'a.txt': words(7_000_000, 0), ...sources });
    const memory = { ...settings, maxMemoryMb: 400 };
    const summary = await runJobProcess(temporaryFolder(), root, memory);
    expect(summary.indexed).toBe(31);
    expect(summary.warnings).toEqual([expect.stringContaining('continued with 1 of 2 parse workers')]);
    expect(megabytesOf(summary)).toBeLessThanOrEqual(memory.maxMemoryMb);
  });
});

test.each([
  ['near', 0.8],
  ['very near', 0.95],
])('continues with fewer workers and smaller batches %s its limit and reports it', async (_, share) => {
  const names = Array.from({ length: 60 }, (__, at) => at);
  const root = createFolder(Object.fromEntries(names.map((at) => [`m${at}.py`, largeSource(at)])));
  const settings = { ...usualSettings, workers: 2 };
  // The job runs in this process and reads its memory like any job.
  const resident = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(share * settings.maxMemoryMb * 1024 * 1024);
  try {
    const { indexed, warnings } = await indexInProcess(temporaryFolder(), root, { settings });
    expect(indexed).toBe(names.length);
    expect(warnings).toEqual([expect.stringContaining('continued with 1 of 2 parse workers and smaller batches')]);
  } finally {
    resident.mockRestore();
  }
});

test('reports nothing if memory suffices', async () => {
  const root = createFolder({ 'a.py': 'def a():\n    pass\n' });
  const { warnings } = await runJobProcess(temporaryFolder(), root, { workers: 4, maxMemoryMb: 1_024 });
  expect(warnings).toEqual([]);
});

/** Text of a size with many different words. */
function words(bytes: number, seed: number): string {
  const lines: string[] = [];
  for (let length = 0, at = seed * 1e6; length < bytes; at++) {
    const line = `word${(at * 7919) % 100_000} other${at % 5_000} value = ${at}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('').slice(0, bytes);
}

function largeSource(number: number): string {
  const functions = Array.from(
    { length: 300 },
    (_, at) => `def work_${number}_${at}(first, second):\n    return call_${at}(first) + other.call_${at}(second)\n`,
  );
  return functions.join('\n');
}
