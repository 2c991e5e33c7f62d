import { expect, test } from 'vitest';
import { languageName, languageOf } from '../languages.ts';
import { maskFlow } from './mask-flow.ts';

test.each([
  ['let a: ?string = b ? c : d;', 'let a:  string = b ? c : d;'],
  ['type T = {|+a: A|};', 'type T = {  a: A };'],
  ['type T = {a: A, ...};', 'type T = {a: A,    };'],
  ['const f = (x: any): B => {};', 'const f = (x: any): B => {};'],
  ['g((x: any));', 'g((x     ));'],
  ['on: Event => void,', 'on:          void,'],
  ['component View() {}', 'function  View() {}'],
  ['function f<T: Object>() {}', 'function f<T        >() {}'],
  ['x ?? y ? -a : {...b}', 'x ?? y ? -a : {...b}'],
])('reads %s as %s', (written, read) => {
  expect(maskFlow(written)).toBe(read);
});

test.each([
  ['/* @flow strict */', 'flow'],
  ['// @noflow', 'flow'],
  ['const flow = "@flow";', 'javascript'],
])('takes %s for %s', (text, name) => {
  expect(languageOf('a.js', text)?.name).toBe(name);
  expect(languageName('a.js', text)).toBe('javascript');
});
