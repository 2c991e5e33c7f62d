import { describe, expect, test } from 'vitest';
import { contentOf, elementOf, guardedBy, namedType, resultAt } from './type-text.ts';

describe('namedType', () => {
  function check(language: string, written: string, path: string | undefined): void {
    test(`${language}: ${written}`, () => {
      expect(namedType(written, language)?.path).toBe(path);
    });
  }
  check('go', '*pkg.Store', 'pkg.Store');
  check('go', 'Store[K, V]', 'Store');
  check('go', '[]Store', undefined);
  check('go', 'map[string]Store', undefined);
  check('go', 'func(a int) Store', undefined);
  check('rust', "&'a mut Store<'a, T>", 'Store');
  check('rust', 'Arc<Box<dyn store::Backend + Send>>', 'store::Backend');
  check('rust', 'Option<Store>', 'Option');
  check('rust', '(A, B)', undefined);
  check('typescript', 'Store | undefined', 'Store');
  check('typescript', 'Promise<Store<T> | null>', 'Store');
  check('typescript', 'A | B', undefined);
  check('typescript', 'Store[]', undefined);
  check('typescript', '() => Store', undefined);
  check('typescript', '{ a: Store }', undefined);
  check('python', '"Store"', 'Store');
  check('python', 'Optional[models.Store]', 'models.Store');
  check('python', 'Union[Store, None]', 'Store');
  check('python', 'Store | None', 'Store');
});

test('elementOf takes one out of many', () => {
  expect(elementOf('[]*Store', 'go')).toBe('*Store');
  expect(elementOf('map[string]Store', 'go')).toBe('Store');
  expect(elementOf('&[Store]', 'rust')).toBe('Store');
  expect(elementOf('Vec<Store>', 'rust')).toBe('Store');
  expect(elementOf('Store[]', 'typescript')).toBe('Store');
  expect(elementOf('Promise<Array<Store>>', 'typescript')).toBe('Store');
  expect(elementOf('list[Store]', 'python')).toBe('Store');
  expect(elementOf('Store', 'python')).toBeUndefined();
});

test('contentOf and guardedBy open what Rust wraps', () => {
  expect(contentOf('io::Result<Store>', 'rust')).toBe('Store');
  expect(contentOf('Store', 'rust')).toBe('Store');
  expect(guardedBy('Arc<Mutex<Store>>', 'rust')).toBe('Store');
  expect(guardedBy('Store', 'rust')).toBeUndefined();
});

test('resultAt picks one of several results', () => {
  expect(resultAt('(*Store, error)', 0, 'go')).toBe('*Store');
  expect(resultAt('(s *Store, err error)', 1, 'go')).toBe('error');
  expect(resultAt('Store', 0, 'go')).toBe('Store');
  expect(resultAt('Store', 1, 'go')).toBeUndefined();
});
