import { expect, test } from 'vitest';
import { readName } from './written-name.ts';

/** A name as written, and how the readings of it are qualified. */
const names: [written: string, ...readings: string[]][] = [
  ['validate_token', 'validate_token'],
  ['JwtValidator::validate_token', 'JwtValidator validate_token'],
  ['Store.get()', 'Store get'],
  ['User#save!', 'User save'],
  ['#save', 'save'],
  ['foo->bar', 'foo bar'],
  ['App\\Http\\Kernel::handle', 'App Http Kernel handle'],
  ['(*Server).Serve', 'Server Serve'],
  ['func (s *Server) Serve', 'Server Serve'],
  ['func (s *Box[T]) Get', 'Box Get'],
  ['net/http.(*Server).Serve.func1', 'net http Server Serve func1', 'net http Server Serve'],
  ['Box[int].Get', 'Box Get'],
  ['<Ls as Command>::run', 'Ls run'],
  ['<ls::Ls<T> as Command>::run', 'ls Ls run'],
  ['Value::<T>::string', 'Value string'],
  ['formatter<int, std::less<int>>::format', 'formatter format'],
  ['crate::net::Value', 'crate net Value', 'net Value'],
  ['app::run::{{closure}}::h0123456789abcdef', 'app run h0123456789abcdef', 'app run'],
  ['(anonymous namespace)::helper', 'helper'],
  ['class Add', 'Add'],
  ['def add', 'add'],
  ['pub async fn run', 'run'],
  ['export default function main', 'main'],
  ['new Hono', 'Hono'],
  ['at async Server.listen (server.js:10:4)', 'Server listen'],
  ['class', 'class'],
  ['async', 'async'],
  ['classify', 'classify'],
  ['path.py:Add', 'path py Add', 'path Add'],
  ['src/app.py::Flask.run', 'src app py Flask run', 'src app Flask run'],
  ['module:Class.method', 'module Class method'],
  ['Outer$Inner', 'Outer$Inner', 'Outer Inner'],
  ['com.acme.Outer$Inner.run', 'com acme Outer$Inner run', 'com acme Outer Inner run'],
  ['$scope', '$scope'],
  ['Hono.prototype.fetch', 'Hono prototype fetch', 'Hono fetch'],
  ['this.reload', 'this reload', 'reload'],
  ['operator()', 'operator()'],
  ['Vec::operator[]', 'Vec operator[]'],
  ['a<b', 'a<b'],
  ['List<String>', 'List'],
  ['()', '()'],
  ['', ''],
];

test.each(names)('%s', (written, ...readings) => {
  const { whole, others, ...first } = readName(written);
  expect(whole).toBe(written.trim());
  expect([first, ...others].map(({ qualifiers, name }) => [...qualifiers, name].join(' '))).toEqual(readings);
});

test('reads brackets that nothing closes in one pass', () => {
  for (const bracket of ['<', '(', '[', '{', '<(', '({', '<>', '::', 'fn ']) {
    const written = bracket.repeat(100_000);
    expect(readName(written).whole).toBe(written.trim());
  }
});
