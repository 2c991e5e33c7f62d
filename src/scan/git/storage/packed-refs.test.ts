import { appendFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createRepository, temporaryFolder } from '../../../../test/support/test-repository.ts';
import { currentCommit, readHead, readRef } from '../read-head.ts';
import { openRepository, resolveRef } from '../repository.ts';
import { packedRef } from './packed-refs.ts';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

function folderWith(text: string | Uint8Array): { folder: string; file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'packed-refs');
  writeFileSync(file, text);
  return { folder, file };
}

const header = '# pack-refs with: peeled fully-peeled sorted \n';
it.each([
  ['', undefined],
  [header, undefined],
  [`${header}${one} refs/heads/main\n`, one],
  [`${one} refs/heads/main\n^${two}\n`, one],
  [`${two}${one.slice(0, 24)} refs/heads/main\n`, `${two}${one.slice(0, 24)}`],
  [`${one} refs/heads/main2\n${one} xrefs/heads/main\n${one} refs/heads/mai\n`, undefined],
  [`${one} refs/heads/a refs/heads/main\n`, 'unknown'],
  [`${one}1 refs/heads/main\n`, 'unknown'],
  [' refs/heads/main\n', 'unknown'],
  [`x\n refs/heads/main\n`, 'unknown'],
  [`${one} refs/heads/main`, 'unknown'],
  [`${'x'.repeat(100_000)} refs/heads/main\n`, 'unknown'],
])('finds a ref in %.80j', (text, expected) => {
  expect(packedRef(folderWith(text).folder, 'refs/heads/main')).toBe(expected);
});

it('finds no name with a line end or a space', () => {
  const { folder } = folderWith(`${one} refs/heads/main\n${one} refs/heads/b c\n`);
  for (const name of ['refs/heads/b c', `refs/heads/main\n${one}`]) expect(packedRef(folder, name)).toBeUndefined();
});

it('leaves a file that is too large to git, and keeps none that is large', async () => {
  const repository = createRepository({ 'a.txt': 'a' });
  repository.git('tag', 'v1');
  repository.git('pack-refs', '--all');
  repository.git('tag', 'loose');
  const file = repository.path('.git/packed-refs');
  const opened = await openRepository(repository.root);
  const read = vi.spyOn(Buffer, 'allocUnsafe');
  const { size } = statSync(file);
  // Without data on the disk, and not a valid file for git either; it is not read.
  truncateSync(file, (32 << 20) + 1);
  expect(packedRef(repository.path('.git'), 'refs/heads/main')).toBe('unknown');
  expect(readHead(opened)).toBeUndefined();
  expect(await readRef(opened, 'loose')).toBe('unknown');
  expect(Math.max(0, ...read.mock.calls.map(([bytes]) => bytes))).toBeLessThan(1 << 20);
  read.mockRestore();
  truncateSync(file, size);
  const filler = `${one} refs/x/${'y'.repeat(200)}\n`;
  appendFileSync(file, filler.repeat(Math.ceil((33 << 20) / filler.length)));
  const { name, commit } = await resolveRef(opened, 'v1');
  expect([name, commit]).toEqual(['v1', repository.git('rev-parse', 'HEAD')]);
  expect(await currentCommit(opened, 'v1')).toBe(commit);
});

it('notices a change in place whose time of modification was set back', async () => {
  const { folder, file } = folderWith(`${one} refs/heads/main\n`);
  const past = new Date(1_000_000_000_000);
  utimesSync(file, past, past);
  await new Promise((resolve) => setTimeout(resolve, 150));
  for (let round = 0; round < 20; round++) {
    const id = round % 2 === 0 ? one : two;
    writeFileSync(file, `${id} refs/heads/main\n`);
    utimesSync(file, past, past);
    expect(packedRef(folder, 'refs/heads/main')).toBe(id);
    if (round === 9) await new Promise((resolve) => setTimeout(resolve, 150));
    expect(packedRef(folder, 'refs/heads/main')).toBe(id);
  }
});
