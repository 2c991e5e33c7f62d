/** Help texts, generated from the tables of commands and flags. */

import { table, wrapped } from '../render/table.ts';
import { type CommandRow, type CommandTable, commandGroups } from './command-row.ts';
import { type FlagTable, globalFlags } from './flags.ts';

/** Longer lines are hard to read, even on a wide terminal. */
const widestLine = 100;

export function globalHelp(commands: CommandTable, terminalColumns: number): string {
  const columns = Math.min(terminalColumns, widestLine);
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const groups = Object.entries(commandGroups).flatMap(([group, heading]) => {
    const rows = Object.entries(commands).filter(([, row]) => row.group === group);
    return [
      `${heading}:`,
      ...table(
        rows.map(([name, row]) => [name.padEnd(width), row.summary]),
        { columns },
      ),
      '',
    ];
  });
  return [
    'Usage: codecompass COMMAND [FLAGS]',
    '',
    ...groups,
    'Global flags:',
    ...table(flagRows(globalFlags), { columns }),
    '',
    'Examples:',
    ...table(
      ['search', 'callers', 'index', 'setup'].flatMap((name) => exampleRows(commands[name]).slice(0, 1)),
      { columns },
    ),
    '',
    ...wrapped(
      '`codecompass` alone shows the index status and the next step, `codecompass COMMAND --help` describes one command.',
      columns,
    ),
    ...wrapped('Exit codes: 0 success, 1 failure, 2 usage error, 130 stopped by Ctrl-C.', columns),
  ].join('\n');
}

export function commandHelp(name: string, row: CommandRow, terminalColumns: number): string {
  const columns = Math.min(terminalColumns, widestLine);
  const lines = [
    usageLine(name, row),
    '',
    ...wrapped(`${row.summary}.`, columns),
    '',
    ...wrapped(row.details, Math.min(columns, 80)),
  ];
  if (Object.keys(row.flags).length > 0) lines.push('', 'Flags:', ...table(flagRows(row.flags), { columns }));
  lines.push('', 'Global flags:', ...table(flagRows(globalFlags), { columns }));
  if (row.examples.length > 0) lines.push('', 'Examples:', ...table(exampleRows(row), { columns }));
  if (Object.keys(row.json).length > 0) {
    const fields = Object.keys(row.json).join(', ');
    lines.push(
      '',
      'With --json (? marks optional fields):',
      ...wrapped(fields, Math.min(columns, 80) - 2).map(indented),
    );
  }
  return lines.join('\n');
}

export function usageLine(name: string, row: CommandRow): string {
  const operands = row.operands.map(({ name: operand, required, many }) => {
    const words = many ? `${operand}...` : operand;
    return required ? ` ${words}` : ` [${words}]`;
  });
  return `Usage: codecompass ${name}${operands.join('')} [FLAGS]`;
}

function flagRows(flags: FlagTable): [string, string][] {
  return Object.entries(flags).map(([name, row]) => {
    const short = row.short ? `-${row.short}, ` : '    ';
    const value = row.value ? ` ${row.value}` : '';
    return [`${short}--${name}${value}`, row.many ? `${row.description} (repeatable)` : row.description];
  });
}

function exampleRows(row: CommandRow | undefined): [string, string][] {
  return row?.examples.map(({ line, does }) => [line, does]) ?? [];
}

function indented(line: string): string {
  return `  ${line}`;
}
