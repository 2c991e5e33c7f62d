/** The folders of `--allowed-root`, below which a server discovers workspaces. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CodedError } from '../../../errors.ts';
import type { TypedFlags } from '../../flags.ts';

/** Returns canonical paths; undefined without `--auto-workspace`. Throws if one does not exist. */
export async function allowedRootsOf(flags: TypedFlags): Promise<string[] | undefined> {
  // Checked even if they are not used: a misspelled root must not go unnoticed until somebody relies on it.
  const roots = await Promise.all(flags.all('allowed-root').map(rootAt));
  if (!flags.has('auto-workspace')) return undefined;
  if (roots.length === 0) {
    throw new CodedError('invalid_input', '--auto-workspace needs at least one --allowed-root.', {
      remediation: 'Add --allowed-root PATH for each folder below which workspaces may be discovered.',
    });
  }
  return roots;
}

async function rootAt(path: string): Promise<string> {
  try {
    const root = await realpath(resolve(path));
    if ((await stat(root)).isDirectory()) return root;
  } catch {
    // Refused below.
  }
  throw new CodedError('invalid_input', `--allowed-root ${path} is not an existing folder.`, {
    remediation: 'Name an existing folder.',
    data: { path },
  });
}
