/**
 * Asks before a query command indexes a folder that nobody named. A git repository is a project; a plain folder may hold
 * anything, so the user confirms it once, with an answer or with `--yes`.
 */

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { IndexOptions } from '../config/resolve-options.ts';
import { CodedError } from '../errors.ts';
import { refuseHome } from '../project/register-workspace.ts';
import { count } from '../render/amounts.ts';
import { type Repository, resolveRef } from '../scan/git/repository.ts';
import { listFiles } from '../scan/listing/list-files.ts';
import { printable } from '../text/printable.ts';
import type { Invocation } from './invocation.ts';
import type { Stream } from './print/output.ts';
import { showWait } from './print/progress.ts';

/** Returns if the repository may be indexed now, else throws. */
export async function confirmIndexing(
  { flags, output }: Invocation,
  repository: Repository,
  isRegistered: boolean,
  settings: IndexOptions,
  input: Readable & { readonly isTTY?: boolean } = process.stdin,
): Promise<void> {
  refuseHome(repository);
  if (repository.kind === 'git' || isRegistered || flags.has('yes')) return;
  if (input.isTTY !== true || output.stderr.isTTY !== true) {
    throw notIndexed(repository, 'is not a git repository and is not indexed');
  }
  const clear = showWait(output.stderr, 'Counting files …');
  const { files, submodules } = await listFiles(repository, await resolveRef(repository), settings).finally(clear);
  const nested = count(submodules.length, 'nested repository', 'nested repositories');
  const without = submodules.length === 0 ? '' : ` without ${nested}`;
  const question = `Index ${count(files.length, 'file')} below ${printable(repository.root)}${without}? [y/N] `;
  if (!(await isAccepted(question, input, output.stderr))) throw notIndexed(repository, 'was not indexed');
}

function notIndexed({ root }: Repository, how: string): CodedError {
  return new CodedError('project_not_found', `${root} ${how}.`, {
    remediation: 'Run `codecompass index` in the folder, or add --yes to index it now.',
    data: { path: root },
  });
}

/** Anything but yes means no, and so does the end of the input. */
async function isAccepted(question: string, input: Readable, output: Stream): Promise<boolean> {
  output.write(question);
  // Without `terminal`, Ctrl-C ends the program as everywhere else.
  const lines = createInterface({ input, terminal: false });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}
