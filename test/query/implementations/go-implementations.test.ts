/** Go: a type implements an interface by its method set, which nothing declares. */
import { expect, test } from 'vitest';
import { implementationsIn } from './check-implementations.ts';

const implementations = implementationsIn({
  'go.mod': 'module example.com/app\n',
  'store/store.go': `package store

import "io"

type Item struct{}

type Store interface {
	Get(key string) (*Item, error)
	Put(key string, items ...*Item)
}

type CloseStore interface {
	Store
	io.Closer
}

type Closers interface {
	io.Closer
}

type Any interface{}
`,
  'store/memory.go': `package store

type memory struct{}

func (m *memory) Get(name string) (*Item, error) { return nil, nil }
func (m *memory) Put(key string, items ...*Item) {}

// Embeds both methods and adds one.
type closing struct{ *memory }

func (c closing) Close() error { return nil }

// Overrides one of the embedded methods.
type loud struct {
	memory
}

func (l loud) Get(name string) (*Item, error) { return l.memory.Get(name) }

type halfStore struct{}

func (h halfStore) Get(key string) (*Item, error) { return nil, nil }

type otherTypes struct{}

func (o otherTypes) Get(key int) (*Item, error)      { return nil, nil }
func (o otherTypes) Put(key string, items ...*Item) {}
`,
  'fake/fake_test.go': `package fake

import "example.com/app/store"

type fakeStore struct{}

func (f fakeStore) Get(key string) (*store.Item, error) { return nil, nil }
func (f fakeStore) Put(key string, items ...*store.Item) {}
`,
});

const inStore = [
  'store/memory.go:3 memory implements 1',
  'store/memory.go:9 closing implements 1',
  'store/memory.go:14 loud implements 1',
];

test('types with all methods implement an interface, embedded methods included', async () => {
  const { shown, answer } = await implementations('Store');
  expect(shown).toEqual([
    ...inStore,
    'store/store.go:12 CloseStore extends 1',
    'fake/fake_test.go:5 fakeStore implements 1',
  ]);
  expect(answer.total).toBe(5);
  expect(answer.completeness).toEqual({ static: 5, heuristic: 0, unresolved: 0 });
  expect(answer.metadata).toEqual({ result_completeness: 'complete' });
});

test('a method of the standard library is compared by its name only, which is a guess', async () => {
  expect((await implementations('CloseStore')).shown).toEqual(['store/memory.go:9 closing implements 1?']);
  expect((await implementations('Closers')).shown).toEqual(['store/memory.go:9 closing implements 1?']);
});

test('no type is matched to an interface without methods, and the answer says so', async () => {
  const { shown, answer } = await implementations('Any');
  expect(shown).toEqual([]);
  expect(answer.metadata.warnings).toEqual(['Any has no methods that are known, so no type is matched.']);
});

test('a struct is extended by those that embed it', async () => {
  expect((await implementations('memory')).shown).toEqual([
    'store/memory.go:9 closing extends 1',
    'store/memory.go:14 loud extends 1',
  ]);
});

test('up: the interfaces of a type and what it embeds', async () => {
  expect((await implementations('closing', { direction: 'up' })).shown).toEqual([
    'store/memory.go:3 memory extends 1',
    'store/store.go:7 Store implements 1',
    'store/store.go:12 CloseStore implements 1?',
  ]);
});

test('methods have implementations, overrides and declarations', async () => {
  expect((await implementations('Store.Get')).shown).toEqual([
    'store/memory.go:5 Get implements 1',
    'store/memory.go:18 Get implements 1',
    'fake/fake_test.go:7 Get implements 1',
  ]);
  expect((await implementations('memory.Get')).shown).toEqual(['store/memory.go:18 Get overrides 1']);
  expect((await implementations('fakeStore.Put', { direction: 'up' })).shown).toEqual([
    'store/store.go:9 Put implements 1',
  ]);
});

test('filters leave out what they count', async () => {
  const { shown, answer } = await implementations('Store', { tests: 'exclude', within: ['store'], limit: 2 });
  expect(shown).toEqual(inStore.slice(0, 2));
  expect(answer).toMatchObject({ total: 4, truncated: true, completeness: { static: 4, filtered: 1 } });
  expect(answer.metadata.result_completeness).toBe('truncated');
  expect((await implementations('Store', { tests: 'only' })).shown).toEqual([
    'fake/fake_test.go:5 fakeStore implements 1',
  ]);
});
