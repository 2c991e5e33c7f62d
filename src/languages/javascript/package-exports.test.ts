import { expect, test } from 'vitest';
import { matchExports } from './package-exports.ts';

test.each<[unknown, string, string[] | undefined]>([
  ['./a.js', '.', ['./a.js']],
  ['./a.js', './b', undefined],
  [{ import: './a.mjs', require: './a.cjs' }, '.', ['./a.mjs', './a.cjs']],
  [{ types: './a.d.ts', 'react-server': './server.js', default: './a.js' }, '.', ['./a.js', './a.d.ts', './server.js']],
  [{ node: { import: './n.mjs', default: './n.js' }, default: './a.js' }, '.', ['./n.mjs', './n.js', './a.js']],
  [{ '.': ['./first.js', { default: './second.js' }] }, '.', ['./first.js', './second.js']],
  [{ './x': './x.js' }, './x', ['./x.js']],
  [{ './x': './x.js' }, './y', undefined],
  [{ './*': './src/*.js' }, './deep/y', ['./src/deep/y.js']],
  [{ './*': './src/*.js', './deep/*': './other/*.js' }, './deep/y', ['./other/y.js']],
  [{ './*.js': './src/*.ts' }, './a.js', ['./src/a.ts']],
  [{ './*.js': './src/*.ts' }, './a.css', undefined],
  [{ './icons/*': './icons/*/*.svg' }, './icons/up', ['./icons/up/up.svg']],
  [{ './lib/': './lib/' }, './lib/a/b.js', ['./lib/a/b.js']],
  [{ './*': './*', './internal/*': null }, './internal/a', []],
  [{ '#x': { node: 'dep', default: './x.js' } }, '#x', ['dep', './x.js']],
  [null, '.', []],
  [{ '.': 7 }, '.', []],
])('takes from %j for %s %j', (map, subpath, expected) => {
  expect(matchExports(map, subpath)).toEqual(expected);
});
