import { expect, test } from 'vitest';
import { refuseHome } from './register-workspace.ts';

const check = (kind: 'git' | 'folder', root: string, expected: string | undefined) => {
  const refuse = () => refuseHome({ kind, root }, '/nowhere/ada');
  if (expected === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expected);
};

test('refuses a home folder and a whole disk, and nothing else', () => {
  check('folder', '/nowhere/ada', '/nowhere/ada is your home folder, which is not indexed automatically.');
  check('folder', '/', '/ is a whole disk, which is not indexed automatically.');
  check('folder', '/nowhere/ada/code', undefined);
  // Some users keep their dotfiles in a repository there.
  check('git', '/nowhere/ada', undefined);
});
