/** Caches an expensive value as JSON outside the repository. The value depends only on its key and on code. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change to one of `modules` (paths relative to this folder) recomputes the value. */
export function cached(folder, key, modules, make) {
  const hash = createHash('sha256');
  for (const module of modules) hash.update(readFileSync(join(import.meta.dirname, module)));
  const file = join(folder, `${key}-${hash.digest('hex').slice(0, 8)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const keep = (value) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(value));
    return value;
  };
  const value = make();
  return value instanceof Promise ? value.then(keep) : keep(value);
}
