/** References in Go: fields in literals and through values, package members, interfaces, locals with the same name. */
import { expect, test } from 'vitest';
import { everyKind, referencesIn } from './check-references.ts';

const references = referencesIn({
  'go.mod': 'module example.com/shop\n\ngo 1.22\n',
  'store/store.go': `package store

// Limit bounds a Store.
const Limit = 10

type Store struct {
	Size int
	Name string
}

type Opener interface {
	Open(name string) *Store
}

type Disk struct{}

func (d *Disk) Open(name string) *Store {
	return &Store{Size: Limit, Name: name}
}

// Door has an Open that no Opener has.
type Door struct{}

func (d Door) Open() bool { return true }

func Grow(s *Store) {
	s.Size++
	Size := s.Size
	_ = Size
}
`,
  'main.go': `package main

import (
	"fmt"

	st "example.com/shop/store"
)

type box struct{ Size int }

func open(o st.Opener) *st.Store {
	return o.Open("Limit")
}

func main() {
	s := open(&st.Disk{})
	s.Size = st.Limit
	b := box{Size: 1}
	fmt.Println(b.Size, s.Size, "Size of Limit")
	apply(st.Grow, s)
}

func apply(f func(*st.Store), s *st.Store) { f(s) }
`,
});

test('a field is written in literals and statements, and read through values', async () => {
  const { shown, answer } = await references('Store.Size', { kinds: everyKind });
  expect(shown).toEqual([
    'store/store.go:18 write',
    'store/store.go:27 write',
    'store/store.go:28 read',
    'main.go:17 write',
    'main.go:19 read',
    'main.go:19 mention?',
  ]);
  // Size := and its use; the field of box, its key and its read.
  expect(answer.completeness.other_symbols).toBe(5);
});

test('a constant is read in its package and through an import', async () => {
  const { shown } = await references('Limit', { kinds: everyKind });
  expect(shown).toEqual([
    'store/store.go:3 mention?',
    'store/store.go:18 read',
    'main.go:12 mention?',
    'main.go:17 read',
    'main.go:19 mention?',
  ]);
});

test('a type is named in signatures and built', async () => {
  const { shown } = await references('Store');
  expect(shown).toEqual([
    'store/store.go:12 type',
    'store/store.go:17 type',
    'store/store.go:18 call',
    'store/store.go:26 type',
    'main.go:11 type',
    'main.go:23 type',
    'main.go:23 type',
  ]);
});

test('a method is called through the interface that it implements', async () => {
  expect((await references('Disk.Open')).shown).toEqual(['main.go:12 call?']);
  expect((await references('Door.Open')).shown).toEqual([]);
  expect((await references('Opener.Open')).shown).toEqual(['main.go:12 call']);
});

test('a function that is passed on is read', async () => {
  expect((await references('Grow')).shown).toEqual(['main.go:20 read']);
});
