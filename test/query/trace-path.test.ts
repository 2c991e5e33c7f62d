/** Call paths between two symbols in each language with resolved calls, and what the answer says without one. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { type TracePathAnswer, tracePath, tracePathParameters } from '../../src/query/tools/trace-path.ts';
import { sharedView } from '../support/query-view.ts';

function pathsIn(files: Readonly<Record<string, string>>) {
  const ask = sharedView(files);
  return async (from: string, to: string, sent: Record<string, unknown> = {}) => {
    const { values } = readParameters(tracePathParameters, { from, to, ...sent });
    const answer = await ask((view) => tracePath(view, values));
    return { answer, shown: answer.paths.map(shownAs) };
  };
}

/** `line:name line:name`, with the line of each call; `?` after a guess, `~` after a call through an interface or base. */
function shownAs({ steps }: TracePathAnswer['paths'][number]): string {
  const mark = ({ confidence, via }: (typeof steps)[number]) =>
    via === 'dispatch' ? '~' : via === 'reference' ? '&' : confidence === 'static' ? '' : '?';
  return steps.map((step) => `${step.call_site.line}:${step.symbol.name}${mark(step)}`).join(' ');
}

describe('Python', () => {
  const paths = pathsIn({
    'cli.py': `from run import run, quick
from tools import helper


def main(args):
    if args:
        quick()
    run(args)


def lonely(thing):
    thing.execute()


def makes(args):
    def inner():
        run(args)
    return inner


from test_run import execute_twice


def debug():
    execute_twice()
`,
    'run.py': `from db import Database, execute


def run(args):
    for each in args:
        step(each)


def step(each):
    Database(each)
    execute(each)


def quick():
    execute(1)
`,
    'db.py': `class Database:
    def __init__(self, name):
        connect(name)

    def unused(self):
        never()


def connect(name):
    return name


def never():
    pass


def execute(query):
    return query
`,
    'tools.py': 'def helper():\n    return 1\n',
    'test_run.py': `from run import run
from db import execute


def test_run():
    shared()


def shared():
    run([])


def execute_twice():
    execute(1)
    execute(2)
`,
  });

  test('the shortest paths come first', async () => {
    const { shown, answer } = await paths('main', 'execute');
    expect(shown).toEqual(['7:quick 15:execute', '8:run 6:step 11:execute']);
    expect(answer.paths[0]).toMatchObject({
      confidence: 'static',
      steps: [{ call_site: { file: 'cli.py' } }, { call_site: { file: 'run.py' } }],
    });
    expect((await paths('main', 'execute', { paths: 1 })).shown).toEqual(['7:quick 15:execute']);
  });

  test('constructing a class leads to its constructor, not to its other methods', async () => {
    expect((await paths('run', 'connect')).shown).toEqual(['6:step 10:__init__ 3:connect']);
    expect((await paths('run', 'Database')).shown).toEqual(['6:step 10:Database']);
    expect((await paths('run', 'never')).shown).toEqual([]);
    expect((await paths('Database', 'never')).shown).toEqual(['6:never']);
  });

  test('what a nested function calls is called inside the outer one', async () => {
    expect((await paths('makes', 'step')).shown).toEqual(['17:run 6:step']);
  });

  test('max_depth ends the search, and the answer says so', async () => {
    const { answer } = await paths('main', 'connect', { max_depth: 3 });
    expect(answer).toMatchObject({ paths: [], searched_depth: 3, ended: 'depth' });
    expect(answer.metadata.result_completeness).toBe('truncated');
    expect((await paths('main', 'connect', { max_depth: 4 })).shown).toEqual(['8:run 6:step 10:__init__ 3:connect']);
  });

  test('an unresolved call on the way is listed', async () => {
    const { answer } = await paths('lonely', 'connect');
    expect(answer.paths).toEqual([]);
    expect(answer.completeness.unresolved_call_sites).toBe(1);
    expect(answer.unresolved_sites).toEqual([{ path: 'cli.py', line: 12, text: 'thing.execute()' }]);
    expect(answer.metadata.result_completeness).toBe('partial');
  });

  test('no path is complete if everything was resolved, and the other direction is a hint', async () => {
    const none = await paths('connect', 'helper');
    expect(none.answer).toMatchObject({ paths: [], ended: 'exhausted', metadata: { result_completeness: 'complete' } });
    expect(none.answer.metadata.warnings).toBeUndefined();
    const back = await paths('execute', 'main');
    expect(back.answer.metadata.warnings).toEqual([
      'The other direction has a path: main reaches execute in 2 calls. Swap from and to to see it.',
    ]);
  });

  test('paths lead through tests only if an end is one, or on request', async () => {
    expect((await paths('test_run', 'step')).shown).toEqual(['6:shared 10:run 6:step']);
    expect((await paths('debug', 'execute')).shown).toEqual([]);
    expect((await paths('debug', 'execute', { tests: 'last' })).shown).toEqual(['25:execute_twice 14:execute']);
  });

  test('two names of one symbol, unknown and ambiguous names are errors', async () => {
    await expect(paths('run', 'run.py:4')).rejects.toMatchObject({ code: 'invalid_input', data: { parameter: 'to' } });
    await expect(paths('run', 'no_such')).rejects.toMatchObject({ code: 'symbol_not_found' });
    await expect(paths('main', 'execute', { through: 'imports' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('TypeScript', () => {
  const paths = pathsIn({
    'src/main.ts': `import { makeStore } from './store.js';

export function main(): void {
  const store = makeStore();
  store.save('a');
}

export function direct(): void {
  new Later().go();
}

export class Later {
  go(): void {
    [1].forEach(each);
  }
}

function each(): void {}
`,
    'src/store.ts': `export interface Store {
  save(key: string): void;
}

class Disk implements Store {
  save(key: string): void {
    write(key);
  }
}

export function makeStore(): Store {
  return new Disk();
}

export function write(key: string): void {}
`,
  });

  test('calls through interfaces and values that are passed on', async () => {
    const { shown, answer } = await paths('main', 'write');
    expect(shown).toEqual(['5:save~ 7:write']);
    expect(answer.paths[0]?.confidence).toBe('heuristic');
    expect((await paths('direct', 'each')).shown).toEqual(['9:go 14:each&']);
  });
});

describe('Go', () => {
  const paths = pathsIn({
    'go.mod': 'module example.com/app\n',
    'main.go': `package main

import "example.com/app/store"

func main() {
	serve(store.New())
}

func serve(s store.Store) {
	s.Save("a")
}
`,
    'store/store.go': `package store

type Store interface{ Save(key string) }

type disk struct{}

func (d *disk) Save(key string) { write(key) }

func New() Store { return &disk{} }

func write(key string) {}
`,
  });

  test('a path crosses packages and an interface', async () => {
    expect((await paths('main.go:5', 'write')).shown).toEqual(['6:serve 10:Save~ 7:write']);
  });
});

describe('Rust', () => {
  const paths = pathsIn({
    'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\n',
    'src/main.rs': `mod store;

use store::Store;

fn main() {
    let store = Store::new();
    store.save();
}
`,
    'src/store.rs': `pub struct Store;

impl Store {
    pub fn new() -> Self {
        Store
    }

    pub fn save(&self) {
        self.write();
    }

    fn write(&self) {
        flush();
    }
}

fn flush() {}
`,
  });

  test('a path through methods', async () => {
    expect((await paths('src/main.rs:5', 'flush')).shown).toEqual(['7:save 9:write 13:flush']);
  });
});

describe('Java', () => {
  const paths = pathsIn({
    'src/Main.java': 'class Main {\n  void run() {\n    go();\n  }\n  void go() {}\n}\n',
  });

  test('nothing is claimed where calls are not resolved', async () => {
    const { answer } = await paths('run', 'go');
    expect(answer.paths).toEqual([]);
    expect(answer.metadata).toMatchObject({
      result_completeness: 'partial',
      warnings: ['Calls in java are not resolved, so an empty list does not mean there is no path.'],
    });
  });
});
