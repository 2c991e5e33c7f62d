import { expect, test } from 'vitest';
import type { FileVersion } from '../../../store/store.ts';
import { matchFiles } from './match-files.ts';

/** Counts how often the path of any file is read, and the pauses. */
function tableOf(paths: readonly string[]) {
  const counts = { read: 0, pauses: 0 };
  const files = paths.map((path, id) => ({
    id,
    get path() {
      counts.read++;
      return path;
    },
    language: 'typescript',
    labels: [],
  })) as unknown as FileVersion[];
  const match = async (typed: string) => {
    const found = await matchFiles({ pause: async () => void counts.pauses++ }, { files }, typed);
    return found.map(({ file, isNamed }) => `${file.path}${isNamed ? ' named' : ''}`);
  };
  return { counts, match };
}

const { match } = tableOf(['src/store/memory.ts', 'src/store.ts', 'lib/store/memory.test.ts', 'README.md']);

test.each([
  ['src/store.ts', ['src/store.ts named']],
  ['memory.ts', ['src/store/memory.ts named']],
  ['store/memory', ['src/store/memory.ts named', 'lib/store/memory.test.ts']],
  ['/home/me/project/src/store.ts', ['src/store.ts named']],
  ['C:\\work\\src\\store.ts', ['src/store.ts named']],
  ['other/store/memory.ts', ['src/store/memory.ts named']],
  ['./README.md', ['README.md named']],
  ['other/', []],
  ['nowhere/absent.ts', []],
])('finds the files that %s means', async (typed, expected) => {
  expect(await match(typed)).toEqual(expected);
});

test.each([
  ['of many parts', 'a/b/'.repeat(4_999)],
  ['of many parts that end like a file', `${'a/b/'.repeat(4_996)}src/f1.ts`],
  ['with a long name', `a/${'b'.repeat(19_998)}`],
  ['that repeats the beginning of the names', 'src/f'.repeat(4_000)],
])('reads every file once for a path %s, and pauses', async (_, typed) => {
  const { counts, match: find } = tableOf(Array.from({ length: 20_000 }, (__, index) => `src/f${index}.ts`));
  const found = await find(typed);
  const allowed = 20_000 + 10 * found.length;
  expect(counts.read).toBeLessThanOrEqual(allowed);
  expect(counts.pauses).toBeGreaterThanOrEqual(10);
});
