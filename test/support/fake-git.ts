/** A folder for the start of the PATH whose `git` can be exchanged while programs run: the real one, a broken one, none. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitProgram } from '../../src/scan/git/git.ts';

export type GitFault = 'missing' | 'not executable' | 'killed' | 'failing' | 'garbage' | 'hanging';

export interface ExchangeableGit {
  /** A PATH with this git, and the shell tools that its scripts need. It has no other git. */
  readonly path: string;
  use(fault: GitFault | 'real'): void;
}

export function exchangeableGit(folder: string): ExchangeableGit {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const git = join(bin, 'git');
  const real = gitProgram('/nowhere') ?? '';
  for (const tool of ['kill', 'sleep']) symlinkSync(join('/bin', tool), join(bin, tool));
  const use = (fault: GitFault | 'real') => {
    rmSync(git, { force: true });
    if (fault === 'real') symlinkSync(real, git);
    else if (fault !== 'missing') writeFileSync(git, scripts[fault], { mode: 0o755 });
    if (fault === 'not executable') chmodSync(git, 0o644);
  };
  use('real');
  return { path: [bin, dirname(process.execPath)].filter((entry) => entry !== dirname(real)).join(':'), use };
}

const scripts: Readonly<Record<Exclude<GitFault, 'missing'>, string>> = {
  'not executable': '#!/bin/sh\nexit 0\n',
  killed: '#!/bin/sh\nkill -9 $$\n',
  failing: '#!/bin/sh\necho "%%% garbage" >&2\nexit 128\n',
  garbage: '#!/bin/sh\necho "%%% garbage"\nexit 0\n',
  // The second process holds the output open after the first one is killed.
  hanging: '#!/bin/sh\nsleep 1000\n',
};
