/** Sources in which symbols share their names: across files, and in the anonymous scopes of one file. */
import type { TestFiles } from './test-repository.ts';

export const namesakes: TestFiles = {
  'src/code.rs': `pub struct Code(pub u32);

impl From<u8> for Code {
    fn from(value: u8) -> Self {
        shared(value as u32)
    }
}

impl From<u16> for Code {
    fn from(value: u16) -> Self {
        shared(value as u32)
    }
}

impl Code {
    pub fn value(&self) -> u32 {
        self.0
    }
}

fn shared(value: u32) -> Code {
    fn check() {}
    check();
    Code(value)
}

pub fn convert(small: u8) -> Code {
    let first = { fn check() {} check(); 1 };
    Code::from(small + first)
}
`,
  'src/other.rs': `pub fn shared() {}

pub struct Code;
`,
  'test/login.test.ts': `import { one, two } from '../src/numbers';

describe('login', () => {
  function helper() {
    return one();
  }
  it('works', () => {
    helper();
  });
});

describe('logout', () => {
  function helper() {
    return two();
  }
  it('works', () => {
    helper();
  });
});

export const plugins = [
  { name: 'a', load() { return one(); } },
  { name: 'b', load() { return two(); } },
];
`,
  'src/numbers.ts': `export function one(): number;
export function one(scale: number): number;
export function one(scale = 1): number {
  return scale;
}
export function two() {
  return one() + one(2);
}
`,
  'src/helper.ts': `export function helper() {}
helper();
`,
  'app/store.py': `class Store:
    def get(self, key):
        return load(key)

    @property
    def size(self):
        return 0

    @size.setter
    def size(self, value):
        pass


def load(key):
    return key


if load:
    def pick():
        return 1
else:
    def pick():
        return 2
`,
  'app/cache.py': `from .store import Store


class Cache(Store):
    def get(self, key):
        return super().get(key)


def load(key):
    return Cache().get(key)
`,
  'pkg/a/run.go': `package a

type Job struct{ Name string }

func (j *Job) Run() { start(j) }

func start(j *Job) {
	type state struct{ left int }
	func() {
		type state struct{ right int }
		_ = state{}
	}()
	_ = state{}
}

func init() {}

func init() {}
`,
  'pkg/b/run.go': `package b

type Job struct{ Name string }

func (j *Job) Run() { start(j) }

func start(j *Job) {}
`,
  'java/app/Main.java': `package app;

public class Main {
    Runnable first = new Runnable() {
        public void run() { stop(1); }
    };
    Runnable second = new Runnable() {
        public void run() { stop(2); }
    };

    void stop() {}

    void stop(int code) {}
}
`,
};
