/** A job stays below `index.max_memory_mb`, reduces its use of memory near the limit, and reports that. */
import { expect, test, vi } from 'vitest';
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

function largeSource(number: number): string {
  const functions = Array.from(
    { length: 300 },
    (_, at) => `def work_${number}_${at}(first, second):\n    return call_${at}(first) + other.call_${at}(second)\n`,
  );
  return functions.join('\n');
}
