/** Calls in unusual places are found, or the answer says that they may be missing; it is never empty and complete. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

const python = 'def victim():\n    pass\n';
const notebook = (source: unknown) =>
  `${JSON.stringify({ cells: [{ cell_type: 'code', metadata: {}, outputs: [], source }], nbformat: 4 }, null, 1)}\n`;
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;

async function callersIn(files: TestFiles, symbol_name: string) {
  const request = readParameters(callGraphParameters, { symbol_name, direction: 'callers' }).values;
  return askAbout(files, (view) => callGraph(view, request));
}

test.each<[string, string, TestFiles]>([
  [
    'a dot import of Go',
    'Victim',
    {
      'go.mod': 'module ex.com/m\n',
      'c/core.go': 'package c\n\nfunc Victim() {}\n',
      'u.go': 'package m\n\nimport . "ex.com/m/c"\n\nfunc use() { Victim() }\n',
    },
  ],
  [
    'a raw name of Rust',
    'victim',
    {
      'Cargo.toml': '[package]\nname="a"\nedition="2021"\n',
      'src/lib.rs': 'mod core1;\npub fn u() { core1::r#victim(); }\n',
      'src/core1.rs': 'pub fn victim() {}\n',
    },
  ],
])('through %s are found', async (_, name, files) => {
  expect(JSON.stringify(await callersIn(files, name))).toMatch(/"(?:use|u)"/);
});

test.each<[string, string, TestFiles]>([
  ['n.ipynb', 'a tab', { 'core.py': python, 'n.ipynb': notebook(['from core import *\n', '\tvictim()\n']) }],
  ['n.ipynb', 'a line end', { 'core.py': python, 'n.ipynb': notebook('from core import *\nvictim()\n') }],
  ['u.py', 'a NUL', { 'core.py': python, 'u.py': 'from core import victim\nvictim()\n#\0\n' }],
  ['u.py', 'a pointer of Git LFS', { 'core.py': python, 'u.py': pointer }],
  [
    'u.go',
    'a comment that links',
    {
      'go.mod': 'module m\n',
      'core/c.go': 'package core\n\nfunc victim() {}\n',
      'u.go': 'package m\n\nimport _ "unsafe"\n\n//go:linkname v m/core.victim\nfunc v()\n\nfunc use() { v() }\n',
    },
  ],
])('in %s behind %s may be missing', async (path, _, files) => {
  expect(JSON.stringify(await callersIn(files, 'victim'))).toContain(`Calls in these files may be missing: ${path}`);
});
