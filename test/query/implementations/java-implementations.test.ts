/** Languages whose names are not resolved: types are matched by the names in their declarations, and marked as guesses. */
import { expect, test } from 'vitest';
import { writtenBaseNames } from '../../../src/query/resolve/dispatch/written-heritage.ts';
import { implementationsIn } from './check-implementations.ts';

const implementations = implementationsIn({
  'src/Store.java': `package shop;

public interface Store<K> extends AutoCloseable {
  String get(K key);
}
`,
  'src/MemoryStore.java': `package shop;

public class MemoryStore<T extends Comparable<T>> extends Base<T> implements Serializable, shop.Store<T> {
  public String get(T key) {
    return "";
  }
}

class Tiny extends MemoryStore<String> {
  public String get(String key) {
    return "tiny";
  }
}

class User {
  Store<String> store;
}
`,
});

test('declarations that name the type are listed as guesses', async () => {
  const { shown, answer } = await implementations('Store');
  expect(shown).toEqual(['src/MemoryStore.java:3 MemoryStore implements 1?', 'src/MemoryStore.java:9 Tiny extends 2?']);
  expect(answer.metadata).toEqual({
    result_completeness: 'partial',
    warnings: ['Names in java are not resolved, so types are matched by name.'],
  });
});

test('methods by the types that hold them', async () => {
  expect((await implementations('Store.get')).shown).toEqual([
    'src/MemoryStore.java:4 get implements 1?',
    'src/MemoryStore.java:10 get implements 2?',
  ]);
});

test('up: bases by name, and those that no type has', async () => {
  const { shown, answer } = await implementations('Tiny', { direction: 'up' });
  expect(shown).toEqual(['src/MemoryStore.java:3 MemoryStore extends 1?', 'src/Store.java:3 Store implements 2?']);
  expect(answer.unresolved_bases).toEqual(['Base', 'Serializable', 'AutoCloseable']);
});

test.each([
  ['class A extends b.B<C, D> implements E, F', ['B', 'E', 'F']],
  ['class A : public B, private ns::C<D>', ['B', 'C']],
  ['public sealed class A<T> : Base<T>, IThing where T : class', ['Base', 'IThing']],
  ['class A < Mod::Base', ['Base']],
  ['record A(int x) implements B', ['B']],
  ['class A', []],
])('the bases in %j', (signature, bases) => {
  expect(writtenBaseNames({ signature, name: 'A' })).toEqual(bases);
});
