import { readFileSync } from 'node:fs';

/** The version in `package.json`, which lies two folders up from here in the sources and in the build alike. */
export function version(): string {
  const content = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(content) as { version: string }).version;
}
