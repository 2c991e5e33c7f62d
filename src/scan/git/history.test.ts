import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { commitsBetween, mainlineOf, pathsAt } from './history.ts';
import { openRepository } from './repository.ts';

test('returns the commits after a base, newest first, with the changed paths', async () => {
  const made = createRepository({ 'a.txt': '1' });
  const base = made.git('rev-parse', 'HEAD');
  const second = made.commit({ 'a.txt': '2', 'b/ü "c".txt': '1' }, 'Add a second file\n\nWith a body.');
  made.git('mv', 'a.txt', 'moved.txt');
  const third = made.commit({}, 'Move it');
  const empty = made.commit({}, 'Nothing');
  const repository = await openRepository(made.root);
  expect(await commitsBetween(repository, base, empty)).toEqual([
    { id: empty, author: 'Test <test@example.org>', subject: 'Nothing', paths: [] },
    { id: third, author: 'Test <test@example.org>', subject: 'Move it', paths: ['a.txt', 'moved.txt'] },
    {
      id: second,
      author: 'Test <test@example.org>',
      subject: 'Add a second file',
      paths: ['a.txt', 'b/ü "c".txt'],
    },
  ]);
  expect(await mainlineOf(repository, empty, 3)).toEqual([empty, third, second]);
  expect(await pathsAt(repository, base)).toEqual(new Set(['a.txt']));
});

test('omits merge commits and includes the merged ones', async () => {
  const made = createRepository({ 'a.txt': '1' });
  const base = made.git('rev-parse', 'HEAD');
  made.branch('side');
  const side = made.commit({ 'b.txt': '1' }, 'On the side');
  made.checkout('main');
  made.commit({ 'c.txt': '1' }, 'On main');
  made.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
  const head = made.git('rev-parse', 'HEAD');
  const commits = await commitsBetween(await openRepository(made.root), base, head);
  expect(commits.map(({ subject }) => subject).sort()).toEqual(['On main', 'On the side']);
  expect(commits.find(({ id }) => id === side)?.paths).toEqual(['b.txt']);
});

test('executes nothing that the repository configures', async () => {
  const made = createRepository({ 'a.txt': 'a' });
  const base = made.git('rev-parse', 'HEAD');
  const canary = join(temporaryFolder(), 'canary');
  const trap = made.path('.git/trap.sh');
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${canary}'\ncat\n`, { mode: 0o755 });
  const head = made.commit({ '.gitattributes': '* filter=trap diff=trap\n', 'a.txt': 'b' }, 'Set a trap');
  const keys = ['diff.trap.textconv', 'diff.trap.command', 'diff.external', 'core.pager', 'gpg.program'];
  for (const key of keys) made.git('config', key, trap);
  made.git('config', 'core.fsmonitor', trap);
  made.git('config', 'log.showSignature', 'true');
  made.git('config', 'alias.rev-list', `!${trap}`);
  const [commit] = await commitsBetween(await openRepository(made.root), base, head);
  expect(commit).toMatchObject({ id: head, subject: 'Set a trap', paths: ['.gitattributes', 'a.txt'] });
  expect(existsSync(canary)).toBe(false);
  // Control: a plain diff does trigger the trap.
  made.git('diff', base, head);
  expect(existsSync(canary)).toBe(true);
});
