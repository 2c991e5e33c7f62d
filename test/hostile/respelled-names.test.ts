/**
 * A use that spells its name otherwise than the definition is found, or the answer names the file: it is never empty,
 * fresh and complete.
 */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { findReferences, findReferencesParameters } from '../../src/query/tools/find-references.ts';
import { askAbout } from '../support/query-view.ts';
import type { TestFiles } from '../support/test-repository.ts';

async function callersIn(files: TestFiles, symbol_name: string) {
  const { values } = readParameters(callGraphParameters, { symbol_name, direction: 'callers' });
  const { callers, metadata } = await askAbout(files, (view) => callGraph(view, values));
  return { callers: (callers ?? []).map(({ symbol }) => symbol.name), metadata };
}

async function referencesIn(files: TestFiles, symbol_name: string) {
  const { values } = readParameters(findReferencesParameters, { symbol_name, kinds: everyKind });
  return askAbout(files, (view) => findReferences(view, values));
}

const everyKind = ['call', 'read', 'write', 'type', 'import', 'export', 'inherit', 'decorate', 'mention'];

const script = 'export function victim() {}\n';
const scriptClass = 'export class C {\n  victim() {}\n}\n';
const python = 'def victim():\n    pass\n';
const pythonClass = 'class C:\n    def victim(self):\n        pass\n';

describe('callers that are found', () => {
  test.each<[string, string, string, TestFiles]>([
    [
      'an escape in an import',
      'victim',
      'hid',
      { 'a.js': script, 'b.js': "import { \\u0076ictim as q } from './a.js';\nexport function hid() { q(); }\n" },
    ],
    [
      'an escape in a call',
      'victim',
      'hid',
      { 'a.js': 'function victim() {}\nfunction hid() { vi\\u{63}tim(); }\nhid();\n' },
    ],
    [
      'an escape with leading zeros',
      'victim',
      'hid',
      { 'a.js': 'function victim() {}\nfunction hid() { vi\\u{000000000063}tim(); }\nhid();\n' },
    ],
    [
      'an escape in a member',
      'C.victim',
      'hid',
      { 'a.ts': `${scriptClass}export function hid(c: C) { c.\\u0076ictim(); }\n` },
    ],
    [
      'an escape in the declaration',
      'victim',
      'hid',
      {
        'a.js': 'export function vic\\u0074im() {}\n',
        'b.js': "import { victim } from './a.js';\nexport function hid() { victim(); }\n",
      },
    ],
    [
      'an escape in an export list',
      'victim',
      'hid',
      {
        'a.js': 'function victim() {}\nexport { \\u0076ictim };\n',
        'b.js': "import { victim } from './a.js';\nexport function hid() { victim(); }\n",
      },
    ],
    [
      'an escape in a type',
      'C.victim',
      'hid',
      { 'a.ts': `${scriptClass}export function hid(c: \\u0043) { c.victim(); }\n` },
    ],
    ['a full-width letter', 'victim', 'hid', { 'a.py': `${python}def hid():\n    \uff56ictim()\n` }],
    [
      'a mathematical letter in a member',
      'C.victim',
      'hid',
      { 'a.py': pythonClass, 'b.py': 'from a import C\ndef hid(c: C):\n    c.vict\u{1d422}m()\n' },
    ],
    [
      'a mathematical letter in an import',
      'victim',
      'hid',
      { 'a.py': python, 'b.py': 'from a import vict\u{1d422}m as q\ndef hid():\n    q()\n' },
    ],
    [
      'a ligature',
      'fix_file',
      'hid',
      { 'a.py': 'def fix_file():\n    pass\n', 'b.py': 'import a\ndef hid():\n    a.\ufb01x_\ufb01le()\n' },
    ],
    [
      'a combined accent',
      'caf\u00e9',
      'hid',
      {
        'Cargo.toml': '[package]\nname="x"\n',
        'src/lib.rs': 'pub fn caf\u00e9() {}\npub fn hid() { cafe\u0301(); }\n',
      },
    ],
  ])('through %s', async (_, name, caller, files) => {
    const { callers, metadata } = await callersIn(files, name);
    expect([callers, metadata.result_completeness]).toEqual([[caller], 'complete']);
  });
});

describe('callers that may be missing', () => {
  const rust = (use: string): TestFiles => ({
    'Cargo.toml': '[package]\nname="x"\nversion="0.1.0"\n',
    'src/lib.rs': 'pub mod m;\npub fn victim() {}\n',
    'src/m.rs': use,
  });
  test.each<[string, string, string, TestFiles]>([
    [
      'an escape in a string',
      'C.victim',
      'a.js',
      { 'a.js': `${scriptClass}export function hid(c) { c['\\x76ictim'](); }\n` },
    ],
    [
      'an escaped letter in a string',
      'C.victim',
      'a.js',
      { 'a.js': `${scriptClass}export function hid(c) { c['v\\ictim'](); }\n` },
    ],
    [
      'an octal escape in a string',
      'C.victim',
      'a.js',
      { 'a.js': `${scriptClass}export function hid(c) { c['\\166ictim'](); }\n` },
    ],
    [
      'a string over two lines',
      'C.victim',
      'a.js',
      { 'a.js': `${scriptClass}export function hid(c) { c['vic\\\ntim'](); }\n` },
    ],
    [
      'an entity in a page',
      'victim',
      'b.html',
      { 'a.js': 'function victim() {}\n', 'b.html': '<a onclick="&#118;ictim()">x</a>\n' },
    ],
    [
      'an entity with hexadecimal digits',
      'victim',
      'b.html',
      { 'a.js': 'function victim() {}\n', 'b.html': '<a onclick="vic&#x74;im()">x</a>\n' },
    ],
    [
      'an escape in a component',
      'victim',
      'b.vue',
      { 'a.js': script, 'b.vue': '<script>\nimport { \\u0076ictim } from "./a.js";\n</script>\n' },
    ],
    [
      'an escape in a notebook',
      'victim',
      'n.ipynb',
      { 'a.py': python, 'n.ipynb': '{"cells":[{"cell_type":"code","source":["\\u0076ictim()"]}]}\n' },
    ],
    ['parts in brackets', 'victim', 'src/m.rs', rust('pub fn hid() { paste::paste! { [<vic tim>](); } }\n')],
    [
      'parts in a macro of another name',
      'victim',
      'src/m.rs',
      rust('pub fn hid() { crate::join! { [< vic $rest >](); } }\n'),
    ],
    [
      'a part in capitals',
      'victim',
      'src/m.rs',
      rust('macro_rules! m { ($a:ident) => { paste! { [<$a:lower _TIM:lower>]() } } }\n'),
    ],
    ['concat_idents', 'victim', 'src/m.rs', rust('pub fn hid() { concat_idents!(vic, tim)(); }\n')],
    [
      'UTF-7',
      'victim',
      'b.py',
      { 'a.py': python, 'b.py': '# -*- coding: utf-7 -*-\nfrom a import +AHY-ictim\ndef hid():\n    +AHY-ictim()\n' },
    ],
    [
      'raw_unicode_escape',
      'victim',
      'b.py',
      { 'a.py': python, 'b.py': '#!/usr/bin/python\n# vim: set fileencoding=raw_unicode_escape :\n\\u0076ictim()\n' },
    ],
    ['an unknown codec', 'victim', 'b.py', { 'a.py': python, 'b.py': '\n# coding: rot13\nivpgvz()\n' }],
    ['UTF-16 that is not', 'victim', 'b.py', { 'a.py': python, 'b.py': '# coding=utf_16_le\nx = 1\n' }],
  ])('behind %s', async (_, name, path, files) => {
    const { metadata } = await callersIn(files, name);
    expect(metadata.result_completeness).toBe('partial');
    expect(JSON.stringify(metadata.warnings)).toMatch(new RegExp(`${path}|used otherwise`));
  });
});

describe('references that are found', () => {
  test.each<[string, string, string, TestFiles]>([
    [
      'an escape of Java',
      'victim',
      'B.java:2',
      {
        'A.java': 'class A { static void victim() {} }\n',
        'B.java': 'class B {\n  void hid() { A.\\u0076ictim(); }\n}\n',
      },
    ],
    [
      'an escape of Java for a dot',
      'victim',
      'B.java:2',
      {
        'A.java': 'class A { static void victim() {} }\n',
        'B.java': 'class B {\n  void hid() { A\\uuu002e\\u0076ictim(); }\n}\n',
      },
    ],
    [
      'an escape of C#',
      'Victim',
      'B.cs:2',
      {
        'A.cs': 'class A { public static void Victim() {} }\n',
        'B.cs': 'class B {\n  void Hid() { A.\\u0056ictim(); }\n}\n',
      },
    ],
    [
      'a letter without width',
      'Victim',
      'B.cs:2',
      {
        'A.cs': 'class A { public static void Victim() {} }\n',
        'B.cs': 'class B {\n  void Hid() { A.Vic\u200dtim(); }\n}\n',
      },
    ],
    [
      'an escape of C++',
      'caf\u00e9',
      'b.cpp:2',
      { 'a.cpp': 'void caf\u00e9() {}\n', 'b.cpp': 'void hid() {\n  caf\\u00e9();\n}\n' },
    ],
    [
      'a line break of C',
      'victim',
      'b.c:2',
      { 'a.c': 'void victim(void) {}\n', 'b.c': 'void hid(void) {\n  vic\\\ntim();\n}\n' },
    ],
  ])('through %s', async (_, name, place, files) => {
    const { references } = await referencesIn(files, name);
    expect(references.map(({ path, line }) => `${path}:${line}`)).toContain(place);
  });

  test('show the line and column as written', async () => {
    const { references } = await referencesIn(
      { 'a.js': script, 'b.js': "import { victim } from './a.js';\nq('\\x61'); \\u0076ictim();\n" },
      'victim',
    );
    expect(references.find(({ line }) => line === 2)).toMatchObject({
      column: 12,
      text: "q('\\x61'); \\u0076ictim();",
    });
  });
});

describe('answers that stay complete', () => {
  test.each<[string, string, TestFiles]>([
    [
      'names are joined that cannot be the name',
      'victim',
      {
        'Cargo.toml': '[package]\nname="x"\n',
        'src/lib.rs':
          'pub fn victim() {}\nmacro_rules! m { ($a:ident) => { paste! { fn [<get_ $a>]() {} } } }\npub const N: [<u8 as T>::X; 2] = [];\n',
      },
    ],
    ['a comment declares Latin-1', 'victim', { 'a.py': python, 'b.py': '# -*- coding: latin-1 -*-\nx = 1\n' }],
    [
      'a comment declares UTF-8',
      'victim',
      { 'a.py': python, 'b.py': '#!/usr/bin/env python\n# vim: set fileencoding=UTF-8-unix :\nx = 1\n' },
    ],
    ['a comment declares a code page that is known', 'victim', { 'a.py': python, 'b.py': '# coding: cp1251\nx = 1\n' }],
    ['a comment declares an old code page', 'victim', { 'a.py': python, 'b.py': '# coding: cp437\nx = 1\n' }],
    [
      'a later comment speaks of an encoding',
      'victim',
      { 'a.py': python, 'b.py': 'import os\n# coding: rot13\nx = 1\n' },
    ],
    [
      'escapes stand for other characters',
      'victim',
      { 'a.js': `${script}const text = '\\u2014 \\n \\\\u0076ictim';\n` },
    ],
  ])('if %s', async (_, name, files) => {
    expect((await callersIn(files, name)).metadata).toEqual({ result_completeness: 'complete' });
  });
});
