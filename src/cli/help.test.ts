import { expect, test } from 'vitest';
import { allCommands } from './commands/table.ts';
import { globalFlags } from './flags.ts';
import { commandHelp, globalHelp } from './help.ts';

const commands = await allCommands();

test('lists every command in the global help', () => {
  for (const name of Object.keys(commands)) {
    expect(globalHelp(commands, 80)).toMatch(new RegExp(`^  ${name} `, 'm'));
  }
});

test('shows each flag, value and example of a command', () => {
  for (const [name, row] of Object.entries(commands)) {
    const help = commandHelp(name, row, 80);
    for (const [flag, { value }] of [...Object.entries(row.flags), ...Object.entries(globalFlags)]) {
      expect(help).toContain(`--${flag}${value ? ` ${value}` : ' '}`);
    }
    for (const { line } of row.examples) expect(help).toContain(line);
  }
});

test.each([
  [Number.POSITIVE_INFINITY, 100],
  [80, 80],
  [50, 50],
])('fits the width of a terminal: %d', (columns, most) => {
  const pages = [globalHelp(commands, columns)];
  for (const [name, row] of Object.entries(commands)) pages.push(commandHelp(name, row, columns));
  // Examples stay on one line so that they can be copied, and names are never broken.
  const lines = pages
    .join('\n')
    .split('\n')
    .filter((line) => !/^ {2}codecompass |^Usage: /.test(line) && / /.test(line.trim()));
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(most);
});
