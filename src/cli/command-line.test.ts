import { expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { readCommandLine } from './command-line.ts';
import type { CommandRow } from './command-row.ts';
import { allCommands } from './commands/table.ts';
import { globalFlags } from './flags.ts';

const commands = await allCommands();
const find: CommandRow = {
  summary: 'Find',
  group: 'more',
  details: '',
  operands: [
    { name: 'QUERY', required: true },
    { name: 'PLACE', required: false },
  ],
  flags: {},
  examples: [{ line: 'codecompass find it', does: 'finds it' }],
  json: {},
  load: async () => ({ run: async () => 0 }),
};
const table = { ...commands, find };

function read(line: string) {
  return readCommandLine(line === '' ? [] : line.split(' '), table);
}

function refuses(line: string, message: string, remedy?: string) {
  let thrown: unknown;
  try {
    read(line);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(CodedError);
  expect((thrown as CodedError).code).toBe('invalid_input');
  expect((thrown as CodedError).message).toBe(message);
  if (remedy !== undefined) expect((thrown as CodedError).remediation).toBe(remedy);
}

test('reads a command with its flags', () => {
  const { name, flags } = read('index --force --path ../api --ref=v1');
  expect(name).toBe('index');
  expect(flags.has('force')).toBe(true);
  expect(flags.value('workspace')).toBe('../api');
  expect(flags.value('ref')).toBe('v1');
  expect(flags.value('config')).toBeUndefined();
});

test('accepts every kind of flag before the command', () => {
  const { name, flags } = read('-v --config c.toml --path x index --json');
  expect(name).toBe('index');
  expect(['verbose', 'json'].map((flag) => flags.has(flag))).toEqual([true, true]);
  expect(flags.value('config')).toBe('c.toml');
  expect(flags.value('workspace')).toBe('x');
});

test('reads short flags in a group', () => {
  const { flags } = read('index -vh');
  expect(flags.has('verbose') && flags.has('help')).toBe(true);
});

test('uses the last value of a flag, or all values of a repeatable one', () => {
  const { flags } = read('index --ref a --ref b --exclude x --exclude y');
  expect(flags.value('ref')).toBe('b');
  expect(flags.all('exclude')).toEqual(['x', 'y']);
  expect(flags.settings()).toEqual({ 'index.exclude': ['x', 'y'] });
});

test('returns no command if there is none', () => {
  expect(read('').name).toBeUndefined();
  expect(read('--version').flags.has('version')).toBe(true);
});

test('treats the help command as the help flag', () => {
  const line = read('help index');
  expect(line.name).toBe('index');
  expect(line.flags.has('help')).toBe(true);
  expect(read('help').flags.has('help')).toBe(true);
});

test('suggests the nearest command and flag', () => {
  refuses('indx', 'Unknown command indx; did you mean index?');
  refuses('banana', 'Unknown command banana.');
  refuses('toString', 'Unknown command toString.');
  refuses('index --forc', 'codecompass index has no flag --forc; did you mean --force?');
  refuses('doctor --force', 'codecompass doctor has no flag --force.');
  refuses('index -x', 'codecompass index has no flag -x.');
  refuses('--banana', 'Unknown flag --banana.');
  refuses('index --toString', 'codecompass index has no flag --toString.');
});

test('requires a value for flags that take one, and rejects it for the others', () => {
  refuses('index --path', '--path needs a value: --path=PATH.');
  refuses('index --path --force', '--path needs a value: --path=PATH.');
  refuses('index --ref=', '--ref needs a value: --ref=REF.');
  refuses('index --force=yes', '--force takes no value.');
  expect(read('index --path=-odd').flags.value('workspace')).toBe('-odd');
});

test('checks the operands', () => {
  refuses('index here', 'Unexpected argument: here');
  refuses('index -- --force', 'Unexpected argument: --force');
  refuses('find', 'QUERY is missing.', 'For example: `codecompass find it`; see codecompass find --help.');
  refuses('find a b c', 'Unexpected argument: c');
  expect(read('find a b').operands).toEqual(['a', 'b']);
  expect(read('find -- --force').operands).toEqual(['--force']);
});

test('throws when a command reads a flag that it does not define', () => {
  expect(() => read('doctor').flags.has('force')).toThrow('no flag --force');
});

test('flags have the same kind in every command, and no two share a letter', () => {
  const kinds = new Map<string, boolean>();
  for (const row of [...Object.values(commands), { flags: globalFlags }]) {
    for (const [name, flag] of Object.entries(row.flags)) {
      const takesValue = flag.value !== undefined;
      expect(kinds.get(name) ?? takesValue, name).toBe(takesValue);
      kinds.set(name, takesValue);
    }
    const all = [...Object.entries(row.flags), ...Object.entries(globalFlags)];
    const letters = new Map(all.flatMap(([name, flag]) => (flag.short ? [[name, flag.short]] : [])));
    expect(new Set(letters.values()).size).toBe(letters.size);
  }
});
