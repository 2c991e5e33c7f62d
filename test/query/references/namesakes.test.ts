/** Places that have the name of a symbol and mean something else, or mean it although they look otherwise. */
import { describe, expect, test } from 'vitest';
import { referencesIn } from './check-references.ts';

const go = referencesIn({
  'go.mod': 'module example.com/shop\n\ngo 1.22\n',
  'shop.go': `package shop

type Error struct{ Code int }

func (err Error) Error() string { return text(err.Code) }

func Open() (found Store, other *Store) {
	found.Name = "a"
	other.reset()
	return
}

type Store struct{ Name string }

func (s *Store) reset() {}

func text(int) string { return "" }
`,
  'long.go': `package shop

var table = Table{
${Array.from({ length: 60 }, (_, at) => `	Key${at}: "a long value",`).join('\n')}
	Last: "b",
}

type Table struct {
${Array.from({ length: 60 }, (_, at) => `	Key${at} string`).join('\n')}
	Last string
}
`,
});

describe('Go', () => {
  test('results with names are variables', async () => {
    expect((await go('Store.Name')).shown).toEqual(['shop.go:8 write']);
    expect((await go('Store.reset')).shown).toEqual(['shop.go:9 call']);
  });

  test('a method may have the name of its type', async () => {
    expect((await go('Error.Code')).shown).toEqual(['shop.go:5 read']);
  });

  test('a key belongs to the literal that begins far above', async () => {
    expect((await go('Table.Last')).shown).toEqual(['long.go:64 write']);
  });
});

const python = referencesIn({
  'shop.py': `class Made:
    size = 0

    def __init__(self, size):
        # It is stored.
        self.size = size


class Plain:
    size: int


made = Made(size=1)
plain = Plain(size=1)
`,
});

test('a keyword names a parameter of the constructor, or a field without one', async () => {
  expect((await python('Made.size')).shown).toEqual(['shop.py:6 write']);
  expect((await python('Plain.size')).shown).toEqual(['shop.py:14 write']);
});

const rust = referencesIn({
  'Cargo.toml': '[package]\nname = "shop"\n',
  'src/lib.rs': `pub struct Span { hour: u8 }

impl Span {
    pub fn hour(&self) -> u8 {
        self.hour
    }
    pub fn next(&self) -> Span {
        Span { hour: self.hour() }
    }
}

pub enum Failure { Closed { code: u8 }, Lost }

impl Failure {
    pub fn code(&self) -> u8 {
        use self::Failure::*;
        match *self {
            Closed { code } => code,
            Lost => 1,
        }
    }
}

pub fn fail() -> Failure {
    Failure::Closed { code: 2 }
}
`,
});

describe('Rust', () => {
  test('a field and a method of one name are told apart', async () => {
    expect((await rust('src/lib.rs:1')).answer.symbol.name).toBe('Span');
    expect((await rust('src/lib.rs:4')).shown).toEqual(['src/lib.rs:8 call']);
  });

  test('variants are built with fields, and named after a glob in a function', async () => {
    expect((await rust('Failure.Closed')).shown).toEqual(['src/lib.rs:18 type', 'src/lib.rs:25 call']);
    expect((await rust('Failure.Lost')).shown).toEqual(['src/lib.rs:19 read']);
  });
});

const script = referencesIn({
  'env.ts': `export interface Hot { accept(): void }
`,
  'box.ts': `export type Values = string;

export class Box {
  static create<Values extends object>(values: Values): Values {
    return values;
  }
}
`,
  'use.ts': `import.meta.hot.accept();
`,
});

test('a type parameter is not the type of its name', async () => {
  expect((await script('Values')).shown).toEqual([]);
});

test('what import.meta has may be declared here', async () => {
  expect((await script('Hot.accept')).shown).toEqual(['use.ts:1 call?']);
});
