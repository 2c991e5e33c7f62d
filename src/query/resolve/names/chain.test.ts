import { expect, test } from 'vitest';
import { parseChain } from './chain.ts';

function check(chainText: string, expected: string | undefined): void {
  test(`parses ${chainText}`, () => {
    const chain = parseChain(chainText);
    const shown =
      chain &&
      [
        ...(chain.isNew ? ['new'] : []),
        chain.headType === undefined ? chain.head : `<${chain.headType}>`,
        ...chain.steps.map((step) =>
          step.does === 'name' ? `.${step.name}` : step.does === 'assert' ? `to ${step.type}` : step.does,
        ),
        ...(chain.position > 0 ? [`#${chain.position}`] : []),
      ].join(' ');
    expect(shown).toBe(expected);
  });
}

check('store', 'store');
check('NewStore().Get()#1', 'NewStore call .Get call #1');
check('new Store()', 'new Store call');
check('await open().read()', 'open call .read call');
check('Store::new()?.get()', 'Store::new call content .get call');
check('x.(*pkg.Store).Get()', 'x to *pkg.Store .Get call');
check('<Map<string, Store>>.get()', '<Map<string, Store>> .get call');
check('new(pkg.Store)', '<pkg.Store>');
check('Store{}', 'Store literal');
check('self.0.list[]', 'self .0 .list index');
check('this.#x()', 'this .#x call');
check('', undefined);
