import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { namingSettings, pathNamedBy } from './config-paths.ts';

const pathsIn = (text: string) =>
  namingSettings(text)?.map((setting) => pathNamedBy(setting, '/r/.git/config', '/r').path);

it.each([
  ['[include]\n\tpath = /a', ['/a']],
  ['[include] path=a', ['/r/.git/a']],
  ['[INCLUDE]\nPaTh = "/a b" ; c', ['/a b']],
  ['[includeIf "gitdir:x]y\\"z"]\npath = ~/a', [`${homedir()}/a`]],
  ['[includeif.onbranch]\r\npath = /a # c\r\n', ['/a']],
  ['[core]\nexcludesfile = a', ['/r/a']],
  ['[core]\nbare\nattributesFile = \\\n  /a\\\nb', ['/ab']],
  ['[core]\nexcludesFile = "/a"\'b\'" c"', ["/a'b' c"]],
  ['[core]\nexcludesFile = :(optional)/a', ['/a']],
  ['[core]\nexcludesFile = ~other/a\n[include]path=%(prefix)/b', [undefined, undefined]],
  ['\ufeff# c\n[include "x"]\npath = /a\n[remote "o"]\nurl = /b\nexcludesfile = /c', []],
  ['[core]\nexcludesFile =\n', []],
])('finds the files in %j', (text, expected) => {
  expect(pathsIn(text)).toEqual(expected);
});

it.each(['[core', 'x y', '[core]\n"a"', '[include]\npath = "a'])('does not read %j', (text) => {
  expect(pathsIn(text)).toBeUndefined();
});
