/** Writes the generated pages from the tables of the built program. */
import { writeFileSync } from 'node:fs';
import { documents } from './docs/documents.mjs';

for (const [path, make] of Object.entries(documents)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), make());
}
