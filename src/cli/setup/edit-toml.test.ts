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

test('keeps comments', () => {
  expect(set('# mine\nmodel = "m" # best\n')).toContain('# mine\nmodel = "m" # best\n');
});

test('refuses text that is not TOML, and a table that conflicts with it', () => {
  expect(() => set('= 5')).toThrow();
  expect(() => set('mcp_servers = 5')).toThrow();
});
