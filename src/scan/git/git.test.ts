import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { type GitCommand, gitOutput, gitProgram, runGit } from './git.ts';

describe('the git program', () => {
  const real = gitProgram('/nowhere') ?? '';

  function check(pathOf: (root: string) => string[], expected: string | undefined) {
    const root = temporaryFolder();
    mkdirSync(join(root, 'bin'));
    for (const at of ['git', 'bin/git']) writeFileSync(join(root, at), '#!/bin/sh\n', { mode: 0o755 });
    vi.stubEnv('PATH', pathOf(root).join(':'));
    try {
      expect(gitProgram(root)).toBe(expected);
    } finally {
      vi.unstubAllEnvs();
    }
  }
  const own = join(real, '..');

  it('is found only through absolute PATH entries', () => {
    check(() => ['.', '', 'bin', './bin', own], real);
    check(() => ['.', ''], undefined);
  });

  it('is never taken from the repository, even through a link', () => {
    check((root) => [root, join(root, 'bin'), own], real);
    check((root) => [join(root, 'bin')], undefined);
    const links = temporaryFolder();
    check((root) => {
      symlinkSync(join(root, 'git'), join(links, 'git'));
      return [links, own];
    }, real);
  });

  it('is an executable file', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'git'));
    check(() => [folder, own], real);
  });
});

describe('a git process without output for too long', () => {
  it('is stopped with an error that suggests what to check', async () => {
    const { root, path } = createRepository({ 'a.txt': 'a', 'src/b.txt': 'b' });
    for (const part of ['objects', 'refs']) mkdirSync(path('nested/.git', part), { recursive: true });
    execFileSync('mkfifo', [path('nested/.git/HEAD')]);
    const place = { folder: root, gitDir: path('.git'), workTree: root };
    const error = await runGit({ ...place, deadlineMs: 300 }, 'ls-files', ['-o', '-z']).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining('produced no output'),
    });
    expect(error.remediation).toContain('find . -type p');
    expect((await gitOutput(place, 'ls-files', ['-z'])).toString()).toBe('a.txt\0src/b.txt\0');
  });
});

describe.runIf(process.platform === 'linux')('a git process that works without end', () => {
  it('is stopped, although it uses the processor', async () => {
    const { root, path, git } = createRepository({ 'a.txt': 'a' });
    // Thirty folders that each contain the next one twice, and no file: nothing to print in a billion folders.
    const tree = (input: string) => execFileSync('git', ['-C', root, 'mktree'], { input, encoding: 'utf8' }).trim();
    let top = tree('');
    for (let level = 0; level < 30; level++)
      top = tree(['a', 'b'].map((name) => `040000 tree ${top}\t${name}\n`).join(''));
    const place = { folder: root, gitDir: path('.git'), workTree: root, cpuLimitMs: 200 };
    const commit = git('commit-tree', top, '-m', 'bomb');
    const error = await runGit(place, 'ls-tree', ['-r', '-z', commit]).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining('`git ls-tree` worked for too long'),
    });
    expect((await gitOutput(place, 'ls-tree', ['-z', '--name-only', 'HEAD'])).toString()).toBe('a.txt\0');
  });
});

describe('a git process that prints too much', () => {
  const { maxOutputBytes, files } = { maxOutputBytes: 1_000, files: 100 };
  const names = Array.from({ length: files }, (_, at) => [`folder/file-${at}.txt`, 'a'] as const);

  it.each<[GitCommand, (head: string) => string[]]>([
    ['ls-tree', (head) => ['-r', '-z', head]],
    ['ls-files', () => ['-z']],
    ['diff-tree', (head) => ['-r', '-z', '--root', head]],
    ['grep', (head) => ['--count', '--null', '-e', 'a', head]],
  ])('is stopped: %s', async (command, argsOf) => {
    const { root, path, git } = createRepository(Object.fromEntries(names));
    const head = git('rev-parse', 'HEAD');
    const place = { folder: root, gitDir: path('.git'), workTree: root };
    const args = argsOf(head);
    const error = await runGit({ ...place, maxOutputBytes }, command, args).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining(`printed more than ${maxOutputBytes} bytes`),
    });
    expect(error.message).toContain(root);
    if (args.includes(head)) expect(error.message).toContain(head);
    const { stdout } = await runGit(place, command, args);
    expect((await runGit({ ...place, maxOutputBytes: stdout.length }, command, args)).stdout).toEqual(stdout);
  });
});
