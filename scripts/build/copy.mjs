/** Copies files that the compiled program needs: grammar queries, the table of word vectors, and types for the embedding API. */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export async function copyQueries(from, to) {
  for (const file of await readdir(from, { recursive: true })) {
    if (/\.(?:scm|bin)$/.test(file)) await copy(path.join(from, file), path.join(to, file));
  }
}

/** Copies only the declarations reachable from the embedding API; the others are not public. */
export async function copyTypes(entry, from, to) {
  const reached = new Set();
  const reach = async (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    await copy(file, path.join(to, path.relative(from, file)));
    for (const [, specifier] of (await readFile(file, 'utf8')).matchAll(
      /(?:\bfrom\s+|\bimport\()['"](\.[^'"]+)\.(?:ts|js)['"]/g,
    )) {
      await reach(path.join(path.dirname(file), `${specifier}.d.ts`));
    }
  };
  await reach(entry);
}

async function copy(source, target) {
  await mkdir(path.dirname(target), { recursive: true });
  await copyFile(source, target);
}
