import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTomlTable } from './edit-toml.ts';

const value = { command: 'x', args: ['y', 'z'] };
const set = (text: string) => setTomlTable(text, 'mcp_servers', 'own', value);

test.each([
  ['an empty file', '', { mcp_servers: { own: value } }],
  ['other settings', 'model = "m"\n# note\n', { model: 'm', mcp_servers: { own: value } }],
  ['other servers', '[mcp_servers.a]\ncommand = "b"\n', { mcp_servers: { a: { command: 'b' }, own: value } }],
  ['an older entry', '[mcp_servers.own]\ncommand = "old"\n[b]\nc = 1\n', { mcp_servers: { own: value }, b: { c: 1 } }],
])('adds the table to %s', (_, before, expected) => {
  expect(parse(set(before))).toEqual(expected);
  expect(set(set(before))).toBe(set(before));
});

const withEnv = { ...value, env: { HOME_OF: '/data "x"', LIST: 'a,b' } };
const setEnv = (text: string) => setTomlTable(text, 'mcp_servers', 'own', withEnv);

test.each([
  ['an empty file', '', {}],
  ['an entry without variables', set('[a]\nb = 1\n'), { a: { b: 1 } }],
  [
    'an entry with other variables',
    '[mcp_servers.own]\ncommand = "old"\n\n[mcp_servers.own.env]\nOLD = "1"\n[b]\nc = 1\n',
    { b: { c: 1 } },
  ],
  ['an entry with inline variables', '[mcp_servers.own]\ncommand = "old"\nenv = { OLD = "1" }\n', {}],
])('adds variables to %s', (_, before, others) => {
  expect(parse(setEnv(before))).toEqual({ ...others, mcp_servers: { own: withEnv } });
  expect(setEnv(setEnv(before))).toBe(setEnv(before));
  expect(parse(set(setEnv(before)))).toEqual({ ...others, mcp_servers: { own: value } });
});

test('keeps a server whose name begins with the same word', () => {
  const before = '[mcp_servers.own-other]\ncommand = "b"\n\n[mcp_servers.own-other.env]\nA = "1"\n';
  expect(setEnv(before).startsWith(before)).toBe(true);
});

test('keeps comments', () => {
  const before = '[mcp_servers.own]\ncommand = "old" # mine\n# a\n\n# b\n# c\n[b]\n';
  expect(set(before)).toBe(`${set('').trimEnd()}\n\n# b\n# c\n[b]\n`);
  expect(set('# mine\nmodel = "m" # best\n')).toContain('# mine\nmodel = "m" # best\n');
});

test('refuses text that is not TOML, and a table that conflicts with it', () => {
  expect(() => set('= 5')).toThrow();
  expect(() => set('mcp_servers = 5')).toThrow();
  expect(() => set('[[mcp_servers]]\nname = "a"\n')).toThrow('not a table');
});
