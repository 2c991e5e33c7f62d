/** Generates the command line page from the tables of commands and flags. */
import { commandGroups } from '../../build/cli/command-row.js';
import { allCommands } from '../../build/cli/commands/table.js';
import { globalFlags } from '../../build/cli/flags.js';
import { usageLine } from '../../build/cli/help.js';
import { table } from './table.mjs';

const commands = await allCommands();

export function cliDocument() {
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
    'The checked-out branch is indexed from the working tree, so edits that are not committed are found. Any other branch, tag or commit is',
    "indexed from git's objects; the working tree, git's index and HEAD stay as they are. Outside git the only ref is `live`. Stopping a job",
    'publishes nothing, and the next run reuses what it had finished.',
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

function section(name, row) {
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

function flagLines(flags) {
  const rows = Object.entries(flags).map(([name, { short, value, description, many }]) => {
    const typed = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return [`\`${typed}\``, `${description}${many ? ' (repeatable)' : ''}`];
  });
  return table(['flag', 'what it does'], rows);
}

function exampleLines(examples) {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return examples.map(({ line, does }) => `${line.padEnd(width)}  # ${does}`);
}

function jsonLines(json) {
  const fields = Object.entries(json);
  if (fields.length === 0) return [];
  const rows = fields.map(([name, meaning]) => [
    `\`${name.replace(/\?$/, '')}\``,
    `${name.endsWith('?') ? 'if there is one: ' : ''}${meaning}`,
  ]);
  return [...table(['`--json`', 'holds'], rows), ''];
}
