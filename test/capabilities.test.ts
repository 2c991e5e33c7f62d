/** Every capability has an MCP tool, a method of the embedding API, documentation, and its CLI commands. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { capabilityCommands } from '../src/cli/commands/capability-commands.ts';
import { allCommands, commandsFor, ownCommands } from '../src/cli/commands/table.ts';
import { type Asked, capabilitiesOf } from '../src/embed/capabilities.ts';
import { capabilityRows } from '../src/query/tools/table.ts';
import { toolList } from '../src/serve/tools/tools.ts';

const page = (name: string) => readFileSync(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), 'utf8');
const toolPage = page('tools.md');
const cliPage = page('cli.md');

describe.each(capabilityRows)('%s', (name, row) => {
  test('has a tool with every parameter', () => {
    const tool = toolList().find((each) => each.name === row.name);
    expect(Object.keys(tool?.inputSchema.properties as object)).toEqual(
      expect.arrayContaining(Object.keys(row.parameters)),
    );
  });

  test('has a method in the embedding API', () => {
    const methods: Readonly<Record<string, unknown>> = { ...capabilitiesOf({} as Asked) };
    expect(methods[name]).toBeTypeOf('function');
  });

  test('is documented', () => {
    const section = toolPage.split('\n## ').find((each) => each.startsWith(`\`${row.name}\``)) ?? '';
    expect(section).toContain(`project.${name}(`);
    for (const parameter of Object.keys(row.parameters)) expect(section).toContain(`| \`${parameter}\` |`);
  });

  for (const [command, form] of Object.entries(row.commands ?? {})) {
    test(`has the command ${command}, with its parameters as operands and flags`, () => {
      const typed = capabilityCommands[command];
      expect(typed).toBeDefined();
      expect(cliPage).toContain(`### codecompass ${command}\n`);
      expect(typed?.operands.length).toBe(form.operands.length);
      const switched = Object.values(form.switches ?? {}).flatMap(({ sets }) => Object.keys(sets));
      // A flag of its own for what several operands set would say the same twice.
      const several = form.severalAs === undefined ? [] : [form.severalAs];
      const set = [...form.operands, ...several, ...Object.keys(form.sets ?? {}), ...switched, 'ref'];
      const flags = Object.entries(row.parameters)
        .filter(([parameter, { flag, type }]) => !set.includes(parameter) && flag !== false && type !== 'object')
        .map(([parameter, { flag }]) => (typeof flag === 'string' ? flag : parameter.replaceAll('_', '-')));
      expect(Object.keys(typed?.flags ?? {})).toEqual(expect.arrayContaining(flags));
    });
  }
});

test('the names of commands and tools are unique', async () => {
  expect(Object.keys(capabilityCommands).filter((name) => name in ownCommands)).toEqual([]);
  const names = toolList().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const forms = capabilityRows.flatMap(([, { commands }]) => Object.keys(commands ?? {}));
  expect(Object.keys(await allCommands())).toHaveLength(forms.length + Object.keys(ownCommands).length);
});

test.each([
  ['', false],
  ['--version', false],
  ['status --json', false],
  ['search words', true],
  ['--path index search', true],
  ['--version search', true],
  ['-v status', true],
  ['unknown', true],
])('the query layer is loaded for the command line %j: %s', async (line, isLoaded) => {
  const commands = await commandsFor(line === '' ? [] : line.split(' '));
  expect('search' in commands).toBe(isLoaded);
});
