import { describe, expect, test } from 'vitest';
import { accessChain, listParts, typeAt } from './access-chain.ts';

function check(written: string, chainText: string): void {
  test(`${JSON.stringify(written)} → ${JSON.stringify(chainText)}`, () => {
    expect(accessChain(written)).toBe(chainText);
  });
}

describe('accessChain', () => {
  check('store', 'store');
  check('NewStore(a, b(c)).Get("x)")', 'NewStore().Get()');
  check('&Store{name: "x"}', 'Store{}');
  check('new Store<Key>(a)', 'new Store()');
  check('await this.#load(x)', 'await this.#load()');
  check("Store::new('a', ')')?.get()", 'Store::new()?.get()');
  check('items.iter().map(|x| x + 1).collect::<Vec<_>>()', 'items.iter().map().collect()');
  check('(await open(path)).read()', 'await open().read()');
  check('(x as Store).get()', '<Store>.get()');
  check('value as unknown as Map<string, Store>', '<Map<string, Store>>');
  check('Store { name, index: 1 }', 'Store{}');
  check('x.(*Store)', 'x.(*Store)');
  check('new(Store)', 'new(Store)');
  check('list[0].name', 'list[].name');
  check('a\n  .b()\n  .c()', 'a.b().c()');
  check('store!.get()', 'store.get()');
  check('a?.b?.()', 'a?.b?()');
  check('a, b', 'a');
  check('self.0.lock()', 'self.0.lock()');
  check('a + b', '');
  check('"text".trim()', '');
  check('(a) => a', '');
  check('function () {}', '');
  check('cond ? a : b', '');
  check('vec![1]', '');
  check('x if y else z', '');
  check('a < b', '');
});

describe('typeAt', () => {
  const checkType = (written: string, type: string) =>
    test(`${JSON.stringify(written)} → ${JSON.stringify(type)}`, () => {
      expect(typeAt(written)).toBe(type);
    });
  checkType('Store = new Store()', 'Store');
  checkType('Map<string, Store>, b: number', 'Map<string, Store>');
  checkType('(a: number) => void) {', '(a: number) => void');
  checkType('*Store) {', '*Store');
  checkType("Option<&'a Store>;", "Option<&'a Store>");
});

test('listParts does not split inside brackets or strings', () => {
  expect(listParts('a, f(b, c), "d, e", [f, g]')).toEqual(['a', ' f(b, c)', ' "d, e"', ' [f, g]']);
});
