import { expect, test } from 'vitest';
import { checkBases, checkOrigin, checkParts, checkType } from '../signatures.suite.ts';
import { passedThrough, rustSignatures, rustTypes } from './signatures.ts';

checkParts(
  rustSignatures,
  'pub async fn get<K: Hash>(&mut self, key: &K, n: usize) -> Result<Item, Error> where K: Eq',
  'get',
  'self:Self key:&K n:usize',
  'Result<Item, Error>',
);
checkParts(rustSignatures, 'fn run(f: impl Fn(u8) -> u8)', 'run', 'f:impl Fn(u8) -> u8', '');

checkOrigin(rustSignatures, 'pub(crate) store: Arc<Store>', 'store', ':Arc<Store>');
checkOrigin(rustSignatures, 'static STORE: Lazy<Store> = Lazy::new(|| x)', 'STORE', ':Lazy<Store>');

checkBases(rustSignatures, 'impl<T: Eq> fmt::Display for Store<T>', 'Store', ['fmt::Display']);
checkBases(rustSignatures, 'impl Store', 'Store', []);
checkBases(rustSignatures, 'pub trait Store: Base + Send', 'Store', ['Base', 'Send']);

checkType(rustTypes, "&'a mut Store<'a, T>", 'Store');
checkType(rustTypes, 'Arc<Box<dyn store::Backend + Send>>', 'store::Backend');
checkType(rustTypes, 'Option<Store>', 'Option');
checkType(rustTypes, '(A, B)', undefined);

test('elementOf returns the element type', () => {
  expect(rustTypes.elementOf('&[Store]')).toBe('Store');
  expect(rustTypes.elementOf('Box<[Store; 4]>')).toBe('Store');
  expect(rustTypes.elementOf('Vec<Store>')).toBe('Store');
});

test('contentOf and guardedBy unwrap a type', () => {
  expect(rustTypes.contentOf('io::Result<Store>')).toBe('Store');
  expect(rustTypes.contentOf('Store')).toBe('Store');
  expect(rustTypes.guardedBy('Arc<Mutex<Store>>')).toBe('Store');
  expect(rustTypes.guardedBy('Store')).toBeUndefined();
});

test('methods of wrappers return the wrapped value', () => {
  expect(passedThrough('Mutex<Store>', 'lock')).toBe('Store');
  expect(passedThrough('Option<Store>', 'unwrap')).toBe('Store');
  expect(passedThrough('Store', 'clone')).toBe('Store');
  expect(passedThrough('Store', 'take')).toBeUndefined();
  expect(passedThrough('Store', 'open')).toBeUndefined();
});
