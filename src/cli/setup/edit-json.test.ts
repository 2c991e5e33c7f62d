import { describe, expect, test } from 'vitest';
import { setJsonProperty } from './edit-json.ts';

const set = (text: string) => setJsonProperty(text, 'servers', 'own', { command: 'x', args: ['y'] });
const own = { command: 'x', args: ['y'] };

describe('plain JSON', () => {
  function check(says: string, before: string, expected: unknown): void {
    test(says, () => expect(JSON.parse(set(before))).toEqual(expected));
  }
  check('an empty file', '', { servers: { own } });
  check('an empty object', '{}', { servers: { own } });
  check('other settings', '{"a": [1, {"b": "}"}], "c": "\\"{"}', { a: [1, { b: '}' }], c: '"{', servers: { own } });
  check('an empty table', '{"servers": {}}', { servers: { own } });
  check('another server', '{\n  "servers": {\n    "a": {"x": 1}\n  }\n}\n', { servers: { a: { x: 1 }, own } });
  check('an older entry', '{"servers": {"own": {"command": "old"}, "a": 1}}', { servers: { own, a: 1 } });
  check('a name in another place', '{"own": 1, "x": {"servers": {"own": 2}}}', {
    own: 1,
    x: { servers: { own: 2 } },
    servers: { own },
  });
});

test('keeps comments, trailing commas and indentation', () => {
  const before = '// Mine.\n{\n\t/* look */ "theme": "dark", // nice\n\t"servers": {\n\t\t"a": 1,\n\t},\n}\n';
  expect(set(before)).toBe(
    '// Mine.\n{\n\t/* look */ "theme": "dark", // nice\n\t"servers": {\n\t\t"a": 1,\n' +
      '\t\t"own": {\n\t\t\t"command": "x",\n\t\t\t"args": [\n\t\t\t\t"y"\n\t\t\t]\n\t\t},\n\t},\n}\n',
  );
});

test('keeps a byte order mark', () => {
  expect(set('\ufeff{}')).toBe(`\ufeff${set('{}')}`);
});

test('changes the last of equal keys, which is the one that clients use', () => {
  const text = set('{"servers": {"a": 1}, "servers": {"b": 1, "own": 1, "own": 2}}');
  expect(JSON.parse(text)).toEqual({ servers: { b: 1, own: JSON.parse(set('')).servers.own } });
  expect(set(text)).toBe(text);
});

test('changes nothing the second time', () => {
  for (const text of ['', '{}', '{ "servers": {"a": 1} }']) expect(set(set(text))).toBe(set(text));
});

test.each(['[]', 'text', '{"a"}', '{"a": }', '{"servers": 5}', '{} {}', '{"a": 1', '{"a": 1 "b": 2}', '{"a": word}'])(
  'refuses %s',
  (text) => {
    expect(() => set(text)).toThrow(SyntaxError);
  },
);
