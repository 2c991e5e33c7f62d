import { readFileSync } from 'node:fs';
import { packageFile } from '../program-files.ts';

/** The version in `package.json`. */
export function version(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}
