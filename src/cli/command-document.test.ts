import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandDocument } from './command-document.ts';
import { commands } from './commands.ts';

test('docs/cli.md is what the table of commands says; `npm run docs` writes it', () => {
  expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(commandDocument(commands));
});
