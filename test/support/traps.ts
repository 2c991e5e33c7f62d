/**
 * Traps: every known way in which a repository can make git run a program. Each has its own canary, which leaves a mark
 * when it runs. A control test shows that a plain git does trigger them.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepository } from './test-repository.ts';

export interface Traps {
  /** Returns the names of the traps that were triggered. */
  sprung(): string[];
}

/** The hooks in git's manual; each is set in `.git/hooks` and in the folder of `core.hooksPath`. */
const hooks = `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg
post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update
reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman post-index-change
p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit`.split(/\s+/);

/** Settings whose value is a command. `!` marks those where git requires it before the command. */
const settings: readonly string[] = [
  'core.fsmonitor',
  'core.sshCommand',
  'core.gitProxy',
  'core.askPass',
  'core.editor',
  'core.pager',
  'core.alternateRefsCommand',
  'sequence.editor',
  'credential.helper !',
  'diff.external',
  'diff.trap.command',
  'diff.trap.textconv',
  'filter.trap.clean',
  'filter.trap.smudge',
  'filter.long.process',
  'merge.trap.driver',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'interactive.diffFilter',
  'trailer.trap.command',
  'uploadpack.packObjectsHook',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'submodule.part.update !',
  'tar.trap.command',
  'web.browser',
  'browser.trap.cmd',
  'mergetool.trap.cmd',
  'difftool.trap.cmd',
  ...[
    'cat-file',
    'config',
    'diff-tree',
    'grep',
    'hash-object',
    'ls-files',
    'ls-tree',
    'rev-parse',
    'symbolic-ref',
    'version',
  ].flatMap((command) => [`alias.${command} !`, `pager.${command}`]),
  'alias.status !',
];

/** Sets all traps. The repository needs files that match `*.txt` for the filters to apply. */
export function setTraps(repository: TestRepository, outside: string): Traps {
  const { git, path } = repository;
  const marks = join(outside, 'marks');
  const programs = join(outside, 'programs');
  for (const folder of [marks, programs, path('hooks'), path('.git/hooks')]) mkdirSync(folder, { recursive: true });
  const canary = (name: string, file = join(programs, name.replaceAll(/[^\w-]/g, '_'))) => {
    writeFileSync(file, `#!/bin/sh\n: > '${join(marks, name)}'\nexit 0\n`, { mode: 0o755 });
    return file;
  };
  for (const hook of hooks) {
    canary(`hook ${hook}`, path('.git/hooks', hook));
    canary(`hooksPath ${hook}`, path('hooks', hook));
  }
  // Programs named like commands in the folder that git runs in, for a PATH that contains `.`.
  canary('git in the folder', path('git'));
  repository.commit({
    '.gitattributes': '*.txt filter=trap diff=trap merge=trap text\n*.md filter=long\n',
    '.gitmodules': `[submodule "part"]\n\tpath = part\n\turl = ./part\n\tupdate = !${canary('gitmodules update')}\n`,
    // A folder that looks like a repository, with its own configuration.
    'embedded/HEAD': 'ref: refs/heads/main\n',
    'embedded/config': `[core]\n\tbare = true\n\tfsmonitor = ${canary('embedded fsmonitor')}\n\tworktree = ..\n`,
    'embedded/objects/keep': '',
    'embedded/refs/keep': '',
    // A configuration file in the work tree, included by the one of git.
    'included.config': `[core]\n\tfsmonitor = ${canary('included fsmonitor')}\n`,
  });
  for (const setting of settings) {
    const [key = '', bang = ''] = setting.split(' ');
    git('config', key, bang + canary(key));
  }
  const more: readonly [key: string, value: string][] = [
    ['core.hooksPath', path('hooks')],
    ['remote.origin.url', `ext::${canary('promisor ext')}`],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    ['remote.helper.url', 'trap://somewhere'],
    ['remote.helper.vcs', 'trap'],
    ['extensions.partialClone', 'origin'],
    ['protocol.ext.allow', 'always'],
    ['protocol.allow', 'always'],
    ['core.repositoryFormatVersion', '1'],
    ['log.showSignature', 'true'],
    ['commit.gpgSign', 'true'],
    ['include.path', path('included.config')],
    ['core.untrackedCache', 'true'],
    ['index.recordEndOfIndexEntries', 'true'],
    ['gc.auto', '1'],
  ];
  for (const [key, value] of more) git('config', key, value);
  return { sprung: () => readdirSync(marks).sort() };
}
