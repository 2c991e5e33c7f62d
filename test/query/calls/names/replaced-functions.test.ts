/** A name that holds another function at run time: a call of it is never proven to call the first one. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../../support/query-view.ts';
import type { TestFiles } from '../../../support/test-repository.ts';

const cases: [string, TestFiles][] = [
  ['work', { 'a.js': 'function fast() {}\nfunction work() {}\nwork = fast\nfunction use() { work() }\n' }],
  [
    'work',
    {
      'a.js': 'function fast() {}\nfunction work() {}\nmodule.exports = { work }\nmodule.exports.work = fast\n',
      'b.js': "const a = require('./a')\nfunction use() { a.work() }\n",
    },
  ],
  [
    'work',
    {
      'a.js': 'function fast() {}\nclass A { work() {} }\nA.prototype.work = fast\nfunction use() { new A().work() }\n',
    },
  ],
  [
    'work',
    { 'a.py': 'def fast():\n    pass\n\n\ndef work():\n    pass\n\n\nwork = fast\n\n\ndef use():\n    work()\n' },
  ],
  [
    'work',
    {
      'a.py':
        'def fast(self):\n    pass\n\n\nclass A:\n    def work(self):\n        pass\n\n\nA.work = fast\n\n\ndef use():\n    A().work()\n',
    },
  ],
];

test.each(cases)('%s in %j', async (symbol_name, files) => {
  const request = readParameters(callGraphParameters, { symbol_name, direction: 'callers' }).values;
  const answer = JSON.stringify(await askAbout(files, (view) => callGraph(view, request)));
  expect(answer).not.toContain('"confidence":"static"');
  expect(answer).toContain('"confidence":"heuristic"');
  expect(answer).toContain('"result_completeness":"partial"');
});

test('a function that is only exported by assignment is proven to be called', async () => {
  const files = {
    'a.js': 'function work() {}\nmodule.exports.work = work\nexports.make = function () {}\n',
    'b.js': "const a = require('./a')\nfunction use() { a.work(); a.make() }\n",
  };
  for (const symbol_name of ['work', 'make']) {
    const request = readParameters(callGraphParameters, { symbol_name, direction: 'callers' }).values;
    const { callers, metadata } = await askAbout(files, (view) => callGraph(view, request));
    expect(JSON.stringify(callers)).toContain('"confidence":"static"');
    expect(metadata.result_completeness).toBe('complete');
  }
});
