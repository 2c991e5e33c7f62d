import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { globalFlags, settingFlagsOf } from './flags.ts';
import { commandHelp, globalHelp } from './help.ts';

test('names every command in the global help', () => {
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
])('keeps to the width of a terminal: %d', (columns, most) => {
  const pages = [globalHelp(commands, columns)];
  for (const [name, row] of Object.entries(commands)) pages.push(commandHelp(name, row, columns));
  // An example is one line to copy, and a name is never broken.
  const lines = pages
    .join('\n')
    .split('\n')
    .filter((line) => !/^ {2}codecompass |^Usage: /.test(line) && / /.test(line.trim()));
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(most);
});

test('documents every command and its own flags in the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  for (const [name, row] of Object.entries(commands)) {
    const line = readme.split('\n').find((text) => text.startsWith(`| \`codecompass ${name}`));
    expect(line, name).toBeDefined();
    // Settings have a table of their own there.
    const settings = ['index', 'query', 'serve'].flatMap((section) => Object.keys(settingFlagsOf(section)));
    const own = Object.keys(row.flags).filter((flag) => !settings.includes(flag));
    for (const flag of own) expect(line).toContain(`[--${flag}`);
  }
});
