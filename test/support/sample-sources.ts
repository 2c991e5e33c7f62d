/** Sources in every language of the table, from the fixtures of the snapshots, as content of test repositories. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../parse', import.meta.url));

export const sampleSources: ReadonlyMap<string, Buffer> = new Map(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((language) => readdirSync(join(folder, language.name)).map((file) => `${language.name}/${file}`))
    .filter((file) => extname(file) !== '.snap')
    .sort()
    .map((file) => [file, readFileSync(join(folder, file))]),
);
