/** The folders below which a server may discover workspaces by itself. Paths are canonical and compared part by part. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CodedError } from '../errors.ts';
import { isWithin } from '../scan/listing/is-within.ts';

/** Canonical roots; one that does not exist is refused. */
export async function resolveAllowedRoots(typed: readonly string[]): Promise<string[]> {
  return Promise.all(
    typed.map(async (path) => {
      try {
        const root = await realpath(resolve(path));
        if ((await stat(root)).isDirectory()) return root;
      } catch {
        // Said below.
      }
      throw new CodedError('invalid_input', `--allowed-root ${path} is not a folder that exists.`, {
        remediation: 'Name an existing folder.',
        data: { path },
      });
    }),
  );
}

/** Whether a canonical path is one of the roots or lies below one. */
export function isAllowed(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isWithin(path, root));
}
