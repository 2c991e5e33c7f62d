/** A text whose words take too long to split keeps its file: it is listed, read, and found by path and by literal text. */
import { expect, test } from 'vitest';
import { attemptAfter, type ParseTask, runParseTask } from '../../src/indexing/workers/parse-task.ts';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { searchText, searchTextParameters } from '../../src/query/tools/search-text.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess, usualSettings } from '../support/run-job.ts';
import { createFolder, temporaryFolder } from '../support/test-repository.ts';

const long = Array.from({ length: 2_000 }, (_, at) => `line ${at} of many`).join('\n');
const files = { 'late.txt': `${long}\nthe needleword is here\n`, 'fine.txt': 'another needleword\n' };

test('finds literal text in a file without words', async () => {
  const [root, home] = [createFolder(files), temporaryFolder()];
  // Every file is late after a few checks of the time.
  const settings = { ...usualSettings, parseTimeoutMs: 1e-9 };
  const { projectId, ref, outcomes } = await indexInProcess(home, root, { settings });
  expect(outcomes).toEqual({ none: 1, no_words: 1 });
  const store = await openStore(home, projectId);
  const found = async (pattern: string, more: Record<string, unknown>) => {
    const { values } = readParameters(searchTextParameters, { pattern, ...more });
    const answer = await new ProjectReader(projectId, store).view(ref, (view) => searchText(view, values));
    return JSON.stringify(answer).match(/(?:late|fine)\.txt/g);
  };
  expect(await found('the needleword is', {})).toContain('late.txt');
  expect(await found('needleword', { word: true })).toEqual(expect.arrayContaining(['late.txt', 'fine.txt']));
  expect(await found('needle[a-z]+ is', { regex: true })).toContain('late.txt');
  await store.close();
});

test('keeps the text of a file that costs a worker twice, and gives up at the third time', async () => {
  const attempts: ParseTask[] = [];
  for (let task: ParseTask | undefined = { path: 'late.txt' }; task !== undefined; ) {
    attempts.push(task);
    task = attemptAfter(task, 'timeout');
  }
  expect(attempts.map(({ failedOutcome }) => failedOutcome)).toEqual([undefined, 'timeout', 'no_words']);
  const result = await runParseTask(attempts[2] as ParseTask, {
    root: createFolder(files),
    hashAlgorithm: 'sha1',
    ...usualSettings,
  });
  expect(result).toMatchObject({ version: { outcome: 'no_words', chunks: [], source: expect.any(Uint8Array) } });
});
