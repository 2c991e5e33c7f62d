import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programIn } from '../../support/run-program.ts';
import { createFolder, temporaryFolder } from '../../support/test-repository.ts';

function indexInto(home: string) {
  return programIn(createFolder({ 'a.ts': '' }), temporaryFolder(), { CODECOMPASS_HOME: home })('index');
}

test('refuses a data directory that holds the files of others, and keeps its mode', () => {
  const shared = createFolder({ 'notes.txt': 'mine' });
  chmodSync(shared, 0o755);
  const { exitCode, stderr } = indexInto(shared);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${shared} is not a data directory`)]);
  expect(statSync(shared).mode & 0o777).toBe(0o755);
  expect(readdirSync(shared)).toEqual(['notes.txt']);
});

test('refuses the root of the disk, and keeps its mode', () => {
  const before = statSync('/').mode;
  const { exitCode, stderr } = indexInto('/');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('/ is not a data directory')]);
  expect(statSync('/').mode).toBe(before);
});

test('makes an empty folder and an older data directory private', () => {
  const home = join(temporaryFolder(), 'data');
  expect(indexInto(home).exitCode).toBe(0);
  chmodSync(home, 0o755);
  expect(indexInto(home).exitCode).toBe(0);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});
