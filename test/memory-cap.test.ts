/** A job stays below `index.max_memory_mb`, goes gently when it comes near, and says so. */
import { expect, test } from 'vitest';
import { runJobProcess } from './run-job.ts';
import { reportSoak } from './soak-report.ts';
import { createFolder, temporaryFolder } from './test-repository.ts';

const files = Number(process.env.CODECOMPASS_TEST_FILES ?? 96);

test('keeps a job below a low cap, with fewer workers, and tells', { timeout: 60_000 + files * 500 }, async () => {
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

test('says nothing where there is room', async () => {
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
