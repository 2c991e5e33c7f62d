/** Generates the configuration page from the table of keys. */
import { environmentVariable, keyNames, keys } from '../../build/config/keys.js';
import { table } from './table.mjs';

export function configurationDocument() {
  return [
    '# Configuration',
    '',
    'Nothing has to be configured. This page is made from the table of keys by `npm run docs`.',
    '',
    'Each source overrides the one before it: your `config.toml`, the project’s `.codecompass/config.toml` (only read, never written), the',
    'environment, flags. A higher source replaces a list as a whole. `--config PATH` reads another file in place of your own.',
    '',
    ...table(['key', 'takes', 'default', 'what it does', 'a project may set it'], keyNames.map(keyRow)),
    '',
    'The same settings from the environment and as flags:',
    '',
    ...table(['key', 'variable', 'flag'], keyNames.map(nameRow)),
    '',
    'Unknown keys are reported and have no effect; bad values are refused by name. A project may not set what could harm the machine that',
    'reads its file.',
    '',
    '## An example',
    '',
    '```toml',
    '[index]',
    'max_file_bytes = 2097152',
    'exclude = ["third_party/", "*.snap"]',
    '',
    '[query]',
    'freshness_policy = "strict"',
    '```',
    '',
    '## What is left out',
    '',
    '`.gitignore` and `.codecompassignore` files are honoured at every level, and `index.exclude` comes on top. `codecompass skipped` lists what an',
    'index left out, with the reasons.',
    '',
    '## Where data lives',
    '',
    'Everything is under `$CODECOMPASS_HOME` if that is set, `config.toml` included. Otherwise:',
    '',
    ...table(
      ['system', 'data', '`config.toml`'],
      [
        [
          'Linux',
          '`$XDG_DATA_HOME/codecompass`, else `~/.local/share/codecompass`',
          '`$XDG_CONFIG_HOME/codecompass`, else `~/.config/codecompass`',
        ],
        ['macOS', '`~/Library/Application Support/codecompass`', 'the same folder'],
        ['Windows', '`%LOCALAPPDATA%\\codecompass`', '`%APPDATA%\\codecompass`'],
      ],
    ),
    '',
    'Folders are readable by you alone (0700), files likewise (0600). Nothing is ever written into a repository.',
    '',
    'Two variables are no settings: `CODECOMPASS_TOKEN` is the token of `serve-mcp` over HTTP, and `NO_COLOR` turns colours off.',
    '',
  ].join('\n');
}

function keyRow(key) {
  const row = keys[key];
  return [`\`${key}\``, taken(row), fallback(row), `${row.description}.`, row.projectMaySet ? 'yes' : 'no'];
}

function nameRow(key) {
  const { flag, placeholder, type } = keys[key];
  const isList = type === 'list';
  return [
    `\`${key}\``,
    `\`${environmentVariable(key)}\`${isList ? ' (commas between)' : ''}`,
    `\`--${flag} ${placeholder}\`${isList ? ' (repeatable)' : ''}`,
  ];
}

function taken(row) {
  if (row.type === 'integer') return `${row.min} to ${row.max}`;
  if (row.type === 'choice') return row.values.map((value) => `\`${value}\``).join(', ');
  return `strings, at most ${row.maxItems}`;
}

function fallback(row) {
  return `\`${row.type === 'list' ? JSON.stringify(row.default) : row.default}\``;
}
