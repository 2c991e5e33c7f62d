/** The page about the command line, made from the table of commands. */
import { commands } from '../../dist/cli/commands.js';
import { globalFlags } from '../../dist/cli/flags.js';
import { table } from './table.mjs';

export function cliDocument() {
  return [
    '# The command line',
    '',
    'Every command with its flags. This page is made from the table of commands by `npm run docs`.',
    '',
    ...table(['command', 'what it does'], Object.entries(commands).map(commandRow)),
    '',
    'Results go to stdout; progress, warnings and errors to stderr. With `--json`, stdout holds one JSON document, errors included. Colours are',
    'off in pipes and under `NO_COLOR`. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 and 143 when stopped by Ctrl-C or SIGTERM.',
    '',
    'The checked-out branch is indexed from the working tree, so edits that are not committed are found. Any other branch, tag or commit is indexed',
    'from git’s objects; the working tree, git’s index and HEAD stay as they are. Outside git the only ref is `live`. Stopping a job publishes',
    'nothing, and the next run reuses what it had finished.',
    '',
    'Every command takes these:',
    '',
    ...flagTable(globalFlags),
    '',
    ...Object.entries(commands).flatMap(section),
  ].join('\n');
}

function commandRow([name, row]) {
  return [`[\`${usage(name, row)}\`](#${name})`, `${row.summary}.`];
}

function section([name, row]) {
  return [
    `## ${name}`,
    '',
    '```sh',
    ...exampleLines(row.examples),
    '```',
    '',
    row.details,
    '',
    ...(Object.keys(row.flags).length > 0 ? [...flagTable(row.flags), ''] : []),
  ];
}

function usage(name, { operands }) {
  const words = operands.map(({ name: operand, required, many }) => {
    const word = many ? `${operand}...` : operand;
    return required ? word : `[${word}]`;
  });
  return ['codecompass', name, ...words].join(' ');
}

function exampleLines(examples) {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return examples.map(({ line, does }) => `${line.padEnd(width)}  # ${does}`);
}

function flagTable(flags) {
  const rows = Object.entries(flags).map(([name, { short, value, many, description }]) => {
    const written = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return [`\`${written}\``, `${description}${many ? ' (repeatable)' : ''}`];
  });
  return table(['flag', ''], rows);
}
