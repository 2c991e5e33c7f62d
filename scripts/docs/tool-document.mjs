/** Generates the tools page from the tables of capabilities and tools. */
import { capabilityRows } from '../../build/query/tools/table.js';
import { tools } from '../../build/serve/mcp/tools.js';
import { table } from './table.mjs';

export function toolDocument() {
  return [
    '# Tools',
    '',
    'What `codecompass serve-mcp` offers. This page is made from the table of tools by `npm run docs`.',
    '',
    'Every answer is one text item that holds JSON, with `metadata`: the ref it came from, how fresh and how complete it is. A tool that fails',
    'sets `isError` and answers `{"error": {"code", "message", "data"}, "metadata"}`; `data.remediation` says what to do next.',
    '',
    ...tools.flatMap(section),
  ].join('\n');
}

function section({ name, description, parameters, annotations }) {
  const rows = Object.entries(parameters).map(([parameter, row]) => [
    `\`${parameter}\``,
    taken(row),
    fallback(row),
    row.description,
  ]);
  return [
    `## \`${name}\``,
    '',
    description,
    '',
    annotations.readOnlyHint ? 'Reads only.' : 'Changes the index, never the repository.',
    ...elsewhere(name),
    '',
    ...table(['parameter', 'takes', 'default', ''], rows),
    '',
  ];
}

/** The same capability without a server. */
function elsewhere(tool) {
  const found = capabilityRows.find(([, { name }]) => name === tool);
  if (found === undefined) return [];
  const [method, { commands = {} }] = found;
  const ways = [...Object.keys(commands).map((name) => `codecompass ${name}`), `project.${method}(…)`];
  return ['', `Without a server: ${ways.map((way) => `\`${way}\``).join(', ')}.`];
}

function taken(row) {
  if (row.type === 'choice') return row.values.map((value) => `\`${value}\``).join(', ');
  if (row.type === 'integer') return `integer, ${row.min} to ${row.max}`;
  if (row.type === 'number') return `number, ${row.min} to ${row.max}`;
  return { text: 'string', flag: 'boolean', object: 'object' }[row.type];
}

function fallback(row) {
  if (row.required) return 'required';
  return row.default === undefined ? '' : `\`${row.default}\``;
}
