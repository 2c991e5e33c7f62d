/** The documents of `--json` have exactly the fields that help and docs/cli.md list. */
import { expect, test } from 'vitest';
import { allCommands } from '../../src/cli/commands/table.ts';
import { capabilityRows } from '../../src/query/tools/table.ts';
import { programIn } from '../support/run-program.ts';
import { operandsFor } from '../support/sample-requests.ts';
import { createRepository } from '../support/test-repository.ts';

const commands = await allCommands();

const words = { query: 'greet', symbol: 'greet', secondSymbol: 'main', file: 'a.ts', refs: ['main', 'v1'] };

/** The arguments of each command. `watch` and `serve-mcp` run until stopped and have separate tests. */
const lines: Readonly<Record<string, readonly string[]>> = {
  init: [],
  index: [],
  sync: [],
  ...Object.fromEntries(
    capabilityRows.flatMap(([, row]) =>
      Object.entries(row.commands ?? {}).map(([name, form]) => [name, operandsFor(form, row, words)]),
    ),
  ),
  skipped: [],
  status: [],
  refs: [],
  prune: ['--dry-run'],
  setup: ['cursor'],
  completion: ['bash'],
  doctor: [],
};

test('every command prints the documented fields', () => {
  const repository = createRepository({
    'a.ts': 'export function greet() {}\nexport function main() {\n  greet();\n}\n',
  });
  repository.git('tag', 'v1');
  const run = programIn(repository.root);
  run('index', '--ref', 'v1');
  expect(Object.keys(commands).filter((name) => !(name in lines))).toEqual(
    expect.arrayContaining(['watch', 'serve-mcp']),
  );
  for (const [name, args] of Object.entries(lines)) {
    const { exitCode, stdout, stderr } = run(name, ...args, '--json');
    expect({ name, exitCode, stderr }).toEqual({ name, exitCode: 0, stderr: '' });
    const found = Object.keys(JSON.parse(stdout));
    const shape = Object.keys(commands[name]?.json ?? {});
    const known = shape.map((field) => field.replace(/\?$/, ''));
    const needed = shape.filter((field) => !field.endsWith('?'));
    expect({ name, fields: found.filter((field) => !known.includes(field)) }).toEqual({ name, fields: [] });
    expect({ name, fields: needed.filter((field) => !found.includes(field)) }).toEqual({ name, fields: [] });
  }
});
