import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnyRow, environmentVariable, keyNames, keys } from './keys.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(keyNames)('is documented in the README as it is: %s', (key) => {
  const row: AnyRow = keys[key];
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${key}\` |`));
  expect(line).toContain(`\`${environmentVariable(key)}\``);
  expect(line).toContain(`\`--${row.flag}\``);
  expect(line).toContain(shownDefault(row));
  expect(line).toContain(row.projectMaySet ? '| yes |' : '| no |');
});

function shownDefault(row: AnyRow): string {
  if (row.type === 'integer') return `| ${row.default} | ${row.min} to ${row.max}`;
  return row.type === 'choice' ? `| \`${row.default}\` | ${row.values.join(', ')}` : '| `[]` |';
}
