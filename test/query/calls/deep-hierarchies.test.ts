/**
 * Members are found through long chains of types and imports. Where a search ends at a limit, the member is unknown:
 * a type outside of the repository in the chain does not prove that it comes from there.
 */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

const lines = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');

/** A type with a member, a chain of types above which another one also has a type from outside, and a call. */
const chains: Readonly<Record<string, (count: number) => readonly [files: TestFiles, member: string]>> = {
  'TypeScript classes': (count) => [
    {
      'a.ts': `import { External } from 'ext';\nclass C0 { zap() {} }\n${lines(count, (at) => `class C${at + 1} extends C${at} {}`)}
class D extends C${count} implements External {}\nfunction caller(d: D) { d.zap(); }\n`,
    },
    'C0.zap',
  ],
  'Python classes': (count) => [
    {
      'a.py': `from ext import External\nclass C0:\n    def zap(self): pass\n${lines(count, (at) => `class C${at + 1}(C${at}): pass`)}
class D(C${count}, External): pass\ndef caller(d: D):\n    d.zap()\n`,
    },
    'C0.zap',
  ],
  'embedded Go structs': (count) => [
    {
      'go.mod': 'module m\n',
      'a.go': `package m\nimport "ext"\ntype T0 struct{}\nfunc (t T0) Zap() {}\n${lines(count, (at) => `type T${at + 1} struct {\n\tT${at}\n}`)}
type D struct {\n\tT${count}\n\text.External\n}\nfunc Caller(d D) { d.Zap() }\n`,
    },
    'T0.Zap',
  ],
};

async function callersOf(files: TestFiles, symbol_name: string) {
  const { values } = readParameters(callGraphParameters, { symbol_name, direction: 'callers' });
  return askAbout(files, (view) => callGraph(view, values));
}

test.each(Object.entries(chains))('a member is found through 70 %s', async (_, write) => {
  const { callers, metadata } = await callersOf(...write(70));
  expect(callers?.map(({ symbol, confidence }) => [symbol.name.toLowerCase(), confidence])).toEqual([
    ['caller', 'static'],
  ]);
  expect(metadata.result_completeness).toBe('complete');
});

test.each(Object.entries(chains))('a member beyond the limit of %s is not proven to be outside', async (_, write) => {
  const { completeness, metadata } = await callersOf(...write(600));
  expect(completeness.unresolved_call_sites).toBe(1);
  expect(metadata.result_completeness).not.toBe('complete');
});

test('a name is found through 1,200 star imports', async () => {
  const modules = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, at) => [`m${at}.py`, `from m${at + 1} import *\n`]),
  );
  const files = {
    ...modules,
    'm1200.py': 'def zap(): pass\n',
    'a.py': 'from m0 import zap\ndef caller():\n    zap()\n',
  };
  expect((await callersOf(files, 'zap')).callers?.map(({ symbol }) => symbol.name)).toEqual(['caller']);
});
