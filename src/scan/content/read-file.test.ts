import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, createRepository } from '../../../test/support/test-repository.ts';
import { blobHash, bulkReader, readWorkingFile } from './read-file.ts';

describe('readWorkingFile', () => {
  it('reads a file up to the limit and refuses a larger one', () => {
    const root = createFolder({ 'a.txt': '12345', empty: '' });
    expect(readWorkingFile(root, { path: 'a.txt' }, 5)).toEqual(Buffer.from('12345'));
    expect(readWorkingFile(root, { path: 'a.txt' }, 4)).toBe('too_large');
    expect(readWorkingFile(root, { path: 'empty' }, 0)).toEqual(Buffer.alloc(0));
  });

  it.skipIf(!existsSync('/proc/self'))('reads a file to its end even if its reported size is zero', () => {
    // Files in /proc report size zero but have content, like a file that grows after its lstat.
    const process = realpathSync('/proc/self');
    expect(readWorkingFile(process, { path: 'cmdline' }, 1 << 20)).toEqual(readFileSync('/proc/self/cmdline'));
    expect(readWorkingFile(process, { path: 'cmdline' }, 3)).toBe('too_large');
  });

  it('returns a skip reason for anything but a regular file', () => {
    const root = createFolder({ 'a.txt': 'a' });
    mkdirSync(join(root, 'folder'));
    symlinkSync('a.txt', join(root, 'link'));
    symlinkSync('/dev/zero', join(root, 'device-link'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const check = (path: string, reason: string) => expect(readWorkingFile(root, { path }, 100)).toBe(reason);
    check('link', 'link');
    check('device-link', 'link');
    check('pipe', 'unreadable');
    check('folder', 'unreadable');
    check('gone', 'unreadable');
    check('gone/too', 'unreadable');
    check('a.txt/below', 'unreadable');
  });

  it('does not leave the root through a linked folder, even if the link replaced a real folder', () => {
    const outside = createFolder({ 'x.txt': 'outside' });
    const root = createFolder({ 'dir/x.txt': 'inside', 'real/y.txt': 'y' });
    expect(readWorkingFile(root, { path: 'dir/x.txt' }, 100)).toEqual(Buffer.from('inside'));
    renameSync(join(root, 'dir'), join(root, 'old'));
    symlinkSync(outside, join(root, 'dir'));
    expect(readWorkingFile(root, { path: 'dir/x.txt' }, 100)).toBe('link');
    const neighbour = createFolder({ 'x.txt': 'x' });
    renameSync(neighbour, `${root}-2`);
    symlinkSync(`${root}-2`, join(root, 'beside'));
    expect(readWorkingFile(root, { path: 'beside/x.txt' }, 100)).toBe('link');
    renameSync(`${root}-2`, neighbour);
  });

  it('reads nothing outside the root while a folder is repeatedly swapped for a link', async () => {
    const outside = createFolder({ 'x.txt': 'outside' });
    const root = createFolder({ 'dir/x.txt': 'inside' });
    symlinkSync(outside, join(root, 'link'));
    const swap = `const { renameSync } = require('node:fs');
      const [a, b, c] = ['dir', 'link', 'spare'].map((name) => ${JSON.stringify(`${root}/`)} + name);
      process.send('begun');
      for (;;) { renameSync(a, c); renameSync(b, a); renameSync(a, b); renameSync(c, a); }`;
    const swapping = spawn(process.execPath, ['-e', swap], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    try {
      await once(swapping, 'message');
      const seen = new Set<string>();
      for (let tries = 0; tries < 5_000; tries++) seen.add(String(readWorkingFile(root, { path: 'dir/x.txt' }, 100)));
      seen.delete('link');
      seen.delete('unreadable');
      expect([...seen].filter((text) => text !== 'inside')).toEqual([]);
    } finally {
      const gone = once(swapping, 'exit');
      swapping.kill('SIGKILL');
      await gone;
    }
  });

  it('reads changes made after the listing', () => {
    const root = createFolder({ 'a.txt': 'one' });
    appendFileSync(join(root, 'a.txt'), ' two');
    expect(readWorkingFile(root, { path: 'a.txt' }, 100)).toEqual(Buffer.from('one two'));
  });
});

describe('blobHash', () => {
  it('equals the blob id of git', () => {
    for (const objectFormat of ['sha1', 'sha256'] as const) {
      const { git } = createRepository({ 'a.txt': 'häh\r\n' }, { objectFormat });
      expect(blobHash(Buffer.from('häh\r\n'), objectFormat)).toBe(git('rev-parse', 'HEAD:a.txt'));
    }
  });
});

it('the bulk reader reads files, and neither links nor what is behind a linked folder', () => {
  const outside = createFolder({ 'secret.txt': 'outside' });
  const root = createFolder({ 'a.txt': 'inside', 'large.txt': 'x'.repeat(200) });
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(outside, join(root, 'folder'));
  const read = bulkReader(root, 100);
  expect(read({ path: 'a.txt' }).toString()).toBe('inside');
  expect(read({ path: 'link.txt' })).toBe('link');
  expect(read({ path: 'folder/secret.txt' })).toBe('link');
  expect(read({ path: 'large.txt' })).toBe('too_large');
  expect(read({ path: 'gone.txt' })).toBe('unreadable');
});
