import { expect, test } from 'vitest';
import { refuseHome } from './register-workspace.ts';

const check = (root: string, expected: string | undefined) => {
  const refuse = () => refuseHome({ root }, '/nowhere/ada');
  if (expected === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expected);
};

test('refuses a home folder and a whole disk, and nothing else', () => {
  check('/nowhere/ada', '/nowhere/ada is your home folder, which is not indexed automatically.');
  check('/', '/ is a whole disk, which is not indexed automatically.');
  check('/nowhere/ada/code', undefined);
  check('/nowhere', undefined);
});
