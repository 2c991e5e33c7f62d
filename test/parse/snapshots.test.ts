/** The edge cases of every language, as source with carets under each name found. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { languageOf, languages } from '../../src/languages/languages.ts';
import { parseText } from '../../src/parse/engine/parse-text.ts';
import { caretSnapshot } from './caret-snapshot.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap((folder) => readdirSync(join(here, folder.name)).map((file) => `${folder.name}/${file}`))
  .filter((file) => extname(file) !== '.snap');

test.each(sources)('finds the names in %s', async (file) => {
  const text = readFileSync(join(here, file), 'utf8');
  const language = languageOf(file, text);
  if (language === undefined) throw new Error(`No language claims ${file}.`);
  const syntax = await parseText(language, file, text, { timeoutMs: 60_000 });
  await expect(caretSnapshot(text, syntax)).toMatchFileSnapshot(join(here, `${file}.snap`));
});

test('has a snapshot for every language of the table', () => {
  const covered = new Set(sources.map((file) => languageOf(file, readFileSync(join(here, file), 'utf8'))?.name));
  expect(languages.map((language) => language.name).filter((name) => !covered.has(name))).toEqual([]);
});
