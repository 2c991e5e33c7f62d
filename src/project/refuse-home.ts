/** A home folder or a whole disk is no project: a question asked there by mistake does not index it. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Repository } from '../scan/git/repository.ts';
import { printable } from '../text/printable.ts';

export function refuseHome({ kind, root }: Pick<Repository, 'kind' | 'root'>, home = homedir()): void {
  if (kind === 'git') return;
  const what = root === parse(root).root ? 'a whole disk' : root === canonical(home) ? 'your home folder' : undefined;
  if (what === undefined) return;
  throw new CodedError('invalid_input', `${printable(root)} is ${what}, which is not indexed unasked.`, {
    remediation: 'Go to a project, or name one with --workspace; `codecompass index` indexes this folder all the same.',
    data: { path: root },
  });
}

function canonical(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
