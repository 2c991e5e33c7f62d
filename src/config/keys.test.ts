import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environmentVariable, type IntegerRow, keyNames, keys, type ListRow } from './keys.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test.each(keyNames)('is documented in the README as it is: %s', (key) => {
  const row: IntegerRow | ListRow = keys[key];
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${key}\` |`));
  expect(line).toContain(`\`${environmentVariable(key)}\``);
  expect(line).toContain(`\`--${row.flag}\``);
  expect(line).toContain(row.type === 'integer' ? `| ${row.default} | ${row.min} to ${row.max}` : '| `[]` |');
  expect(line).toContain(row.projectMaySet ? '| yes |' : '| no |');
});
