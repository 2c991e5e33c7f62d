/** Help, made from the tables of commands and flags. */
import type { CommandRow } from './commands.ts';
import { type FlagTable, globalFlags } from './flags.ts';

/** What `codecompass` alone says. */
export function shortHelp(commands: Readonly<Record<string, CommandRow>>): string {
  return [
    'CodeCompass: code search and navigation for AI coding agents and people.',
    '',
    ...columns(Object.entries(commands).map(([name, row]) => [name, row.summary])),
    '',
    'Start with `codecompass index` in a repository; `codecompass --help` tells the rest.',
  ].join('\n');
}

export function globalHelp(commands: Readonly<Record<string, CommandRow>>): string {
  return [
    'Usage: codecompass COMMAND [FLAGS]',
    '',
    'Commands:',
    ...columns(Object.entries(commands).map(([name, row]) => [name, row.summary])),
    '',
    'Flags of every command:',
    ...columns(flagRows(globalFlags)),
    '',
    'Examples:',
    ...columns(exampleRows(Object.values(commands).map((row) => ({ ...row, examples: row.examples.slice(0, 1) })))),
    '',
    '`codecompass COMMAND --help` shows the flags of a command.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n');
}

export function commandHelp(name: string, row: CommandRow): string {
  const operands = row.operands.map(({ name: operand, required, many }) => {
    const words = many ? `${operand}...` : operand;
    return required ? ` ${words}` : ` [${words}]`;
  });
  const lines = [
    `Usage: codecompass ${name}${operands.join('')} [FLAGS]`,
    '',
    `${row.summary}.`,
    '',
    ...wrapped(row.details, 80),
  ];
  if (Object.keys(row.flags).length > 0) lines.push('', 'Flags:', ...columns(flagRows(row.flags)));
  lines.push('', 'Flags of every command:', ...columns(flagRows(globalFlags)));
  if (row.examples.length > 0) lines.push('', 'Examples:', ...columns(exampleRows([row])));
  return lines.join('\n');
}

function flagRows(table: FlagTable): [string, string][] {
  return Object.entries(table).map(([name, row]) => {
    const short = row.short ? `-${row.short}, ` : '    ';
    const value = row.value ? ` ${row.value}` : '';
    return [`${short}--${name}${value}`, row.many ? `${row.description} (repeatable)` : row.description];
  });
}

function exampleRows(rows: readonly CommandRow[]): [string, string][] {
  return rows.flatMap((row) => row.examples.map((example): [string, string] => [example.line, example.does]));
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
