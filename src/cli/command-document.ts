/** `docs/cli.md`, made from the tables of commands and flags. */
import { type CommandRow, type CommandTable, commandGroups, type Example, type JsonShape } from './command-row.ts';
import { type FlagTable, globalFlags } from './flags.ts';
import { usageLine } from './help.ts';

export function commandDocument(commands: CommandTable): string {
  const groups = Object.entries(commandGroups).flatMap(([group, heading]) => [
    `## ${heading}`,
    '',
    ...Object.entries(commands).flatMap(([name, row]) => (row.group === group ? section(name, row) : [])),
  ]);
  return `${[
    '# Commands',
    '',
    'Written by `npm run docs` from the table of commands; a test compares the two.',
    '',
    'Results go to stdout; progress, warnings and errors to stderr. With `--json`, stdout holds one JSON document and nothing else;',
    'an error is `{"error": {"code", "message", "data": {"remediation", …}}}`. Answers of queries have the fields of the MCP tool, in',
    '`snake_case`; what is about the index itself has the fields listed here, in `camelCase`. Fields may be added; those that are here stay.',
    '',
    '`NO_COLOR` turns colours off, `FORCE_COLOR` turns them on in pipes too. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 and 143',
    'when stopped by Ctrl-C or SIGTERM.',
    '',
    '`codecompass` without a command says how the current folder stands and what to do next; its document has `standing`, `root`, `kind`,',
    '`said` and `next`.',
    '',
    '## Flags of every command',
    '',
    ...flagLines(globalFlags),
    '',
    ...groups,
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function section(name: string, row: CommandRow): string[] {
  return [
    `### codecompass ${name}`,
    '',
    `\`${usageLine(name, row).replace('Usage: ', '')}\``,
    '',
    `${row.summary}. ${row.details}`,
    '',
    ...(Object.keys(row.flags).length === 0 ? [] : [...flagLines(row.flags), '']),
    '```sh',
    ...exampleLines(row.examples),
    '```',
    '',
    ...jsonLines(row.json),
  ];
}

function flagLines(flags: FlagTable): string[] {
  const rows = Object.entries(flags).map(([name, { short, value, description, many }]) => {
    const typed = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return `| \`${typed}\` | ${description.replaceAll('|', '\\|')}${many ? ' (repeatable)' : ''} |`;
  });
  return ['| flag | what it does |', '|---|---|', ...rows];
}

function exampleLines(examples: readonly Example[]): string[] {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return examples.map(({ line, does }) => `${line.padEnd(width)}  # ${does}`);
}

function jsonLines(json: JsonShape): string[] {
  const fields = Object.entries(json);
  if (fields.length === 0) return [];
  const rows = fields.map(([name, meaning]) => {
    const isOptional = name.endsWith('?');
    return `| \`${name.replace(/\?$/, '')}\` | ${isOptional ? 'if there is one: ' : ''}${meaning.replaceAll('|', '\\|')} |`;
  });
  return ['| `--json` | holds |', '|---|---|', ...rows, ''];
}
