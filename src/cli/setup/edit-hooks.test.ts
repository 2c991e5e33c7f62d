import { expect, test } from 'vitest';
import { type HookGroup, withHook, withoutHook } from './edit-hooks.ts';

const event = 'PostToolUse';
const group: HookGroup = {
  matcher: 'Grep|Bash',
  hooks: [{ type: 'command', command: 'codecompass hook', timeout: 5 }],
};
const other = '{ "matcher": "Write", "hooks": [{ "type": "command", "command": "lint" }] }';

test.each([
  ['other settings', '{\n  // mine\n  "model": "x", // best\n}\n'],
  ['hooks of other events', `{\n  "hooks": {\n    "Stop": [${other}]\n  }\n}\n`],
  ['other hooks of the event', `{\n\t"hooks": {\n\t\t"PostToolUse": [\n\t\t\t${other}\n\t\t]\n\t}\n}\n`],
  ['a byte order mark', `\ufeff{ "hooks": { "PostToolUse": [${other}] }, "a": 1 }`],
  ['an empty document', '{}\n'],
])('adds the hook to %s once, and takes back exactly that', (_, before) => {
  const after = withHook(before, event, group);
  expect(after).toContain('codecompass hook');
  expect(withHook(after, event, group)).toBe(after);
  expect(withoutHook(after, event)).toBe(before);
});

test('makes the document if there is none', () => {
  expect(JSON.parse(withHook('', event, group))).toEqual({ hooks: { PostToolUse: [group] } });
  expect(withoutHook('', event)).toBe('');
});

test('replaces a hook that starts the program otherwise', () => {
  const older = { ...group, hooks: [{ ...group.hooks[0], command: "'/old/node' '/old/main.js' hook" }] } as HookGroup;
  const after = withHook(withHook('{}\n', event, older), event, group);
  expect(JSON.parse(after)).toEqual({ hooks: { PostToolUse: [group] } });
});

test('leaves a hook that the user put into the same group', () => {
  const shared = { matcher: 'Grep', hooks: [{ type: 'command', command: 'count' }, group.hooks[0]] };
  const text = JSON.stringify({ hooks: { PostToolUse: [shared] } }, undefined, 2);
  expect(JSON.parse(withoutHook(text, event))).toEqual({
    hooks: { PostToolUse: [{ ...shared, hooks: [{ type: 'command', command: 'count' }] }] },
  });
});

test('refuses what is no list, and text that is not JSON', () => {
  expect(() => withHook('{"hooks": {"PostToolUse": 5}}', event, group)).toThrow('a list was expected');
  expect(() => withHook('nonsense', event, group)).toThrow();
});
