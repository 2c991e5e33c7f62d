import { expect, test } from 'vitest';
import { checkBases, checkOrigin, checkParts, checkType } from '../signatures.suite.ts';
import { pythonSignatures, pythonTypes } from './signatures.ts';

checkParts(
  pythonSignatures,
  'def get(self, key: "str", *args, default=None, store: Store = Store(), **kw) -> Optional[Item]',
  'get',
  'self key:"str" args… default? store:Store? kw…',
  'Optional[Item]',
);

checkOrigin(pythonSignatures, 'self.store = Store(x, y)', 'store', '=Store()');
checkOrigin(pythonSignatures, 'self.store: Store = x', 'store', ':Store');

checkBases(pythonSignatures, 'class Store(Base[K], mixins.Named, metaclass=Meta)', 'Store', [
  'Base[K]',
  'mixins.Named',
]);
checkBases(pythonSignatures, 'class Store', 'Store', []);

checkType(pythonTypes, '"Store"', 'Store');
checkType(pythonTypes, 'Optional[models.Store]', 'models.Store');
checkType(pythonTypes, 'Union[Store, None]', 'Store');
checkType(pythonTypes, 'Coroutine[Any, Any, Store]', 'Store');
checkType(pythonTypes, 'Store | None', 'Store');

test('arity does not count self', () => {
  const parts = pythonSignatures.functionParts('def get(self, a, b=1)', 'get');
  expect(parts && pythonSignatures.arity(parts)).toEqual({ min: 1, max: 2 });
});

test('elementOf returns the element type', () => {
  expect(pythonTypes.elementOf('list[Store]')).toBe('Store');
  expect(pythonTypes.elementOf('Store')).toBeUndefined();
});
