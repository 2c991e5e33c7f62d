/** Checks the README against the code. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../../build/cli/commands/table.js';
import { clients } from '../../build/cli/setup/clients.js';
import { tools } from '../../build/serve/tools/tools.js';
import { transcriptCommands, transcriptIn } from './transcript.mjs';

const commands = await allCommands();
const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

test('it has fewer than 200 lines', () => {
  expect(readme.split('\n').length).toBeLessThan(200);
});

test('it names every tool once, and every client', () => {
  for (const { name } of tools) expect(readme, name).toContain(`\`${name}\``);
  for (const name of Object.keys(clients)) expect(readme).toContain(`codecompass setup ${name} --write`);
});

test('it names only commands, flags and scripts that exist', () => {
  const lines = [...readme.matchAll(/codecompass ((?!setup CLIENT)[a-z][a-z-]*)((?: [^\s`]+)*)/g)].filter(
    ([, name]) => name !== 'is' && name !== 'in',
  );
  const typed = lines.map(([, name, rest]) => ({ name, flags: rest.match(/--[a-z-]+/g) ?? [] }));
  expect(typed.map(({ name }) => name).filter((name) => !(name in commands))).toEqual([]);
  const known = ({ name, flags }) => flags.filter((flag) => !(flag.slice(2) in (commands[name]?.flags ?? {})));
  expect(typed.flatMap(known)).toEqual([]);
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

describe('its transcript', () => {
  const lines = transcriptIn(readme);

  test('shows the commands that the script runs', () => {
    const typed = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
    expect(typed, 'Run `npm run docs:transcript`.').toEqual(
      transcriptCommands.map(({ shown }) => `codecompass ${shown}`),
    );
  });

  test('names only files that exist', () => {
    const places = lines.flatMap((line) => /^\s*([\w./-]+):(\d+)(?: |$)/.exec(line)?.[1] ?? []);
    expect(places.length).toBeGreaterThan(8);
    expect(
      places.filter((path) => !existsSync(join(root, path))),
      'Run `npm run docs:transcript`.',
    ).toEqual([]);
  });
});
