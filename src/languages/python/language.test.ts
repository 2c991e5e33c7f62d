import { expect, test } from 'vitest';
import { python } from './language.ts';

test.each([
  ['shop/cart.py', 'shop.cart'],
  ['shop/__init__.py', 'shop'],
  ['src/shop/cart.pyi', 'shop.cart'],
  ['lib/shop/cart.py', 'lib.shop.cart'],
  ['src/__init__.py', ''],
  ['src.py', 'src'],
  ['manage.py', 'manage'],
  ['shop/__main__.py', 'shop.__main__'],
  ['SConstruct', 'SConstruct'],
])('takes %s for the module %j', (path, module) => {
  expect(python.moduleOf?.(path)).toBe(module);
});
