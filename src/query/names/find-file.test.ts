import { expect, test } from 'vitest';
import { normalPath } from './find-file.ts';

function check(typed: string, path: string): void {
  test(`normalizes ${typed} to ${path}`, () => expect(normalPath(typed, '/home/me/shop')).toBe(path));
}

check('src/a.ts', 'src/a.ts');
check('./src/a.ts', 'src/a.ts');
check('src\\a.ts', 'src/a.ts');
check('/src//a.ts', 'src/a.ts');
check(' src/b/../a.ts ', 'src/a.ts');
check('../../a.ts', 'a.ts');
check('/home/me/shop/src/a.ts', 'src/a.ts');
check('/home/me/shopping/a.ts', 'home/me/shopping/a.ts');
