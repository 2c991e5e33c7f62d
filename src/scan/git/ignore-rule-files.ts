/**
 * The files outside the working tree that decide what git ignores: `info/exclude`, the user's ignore file, and the
 * configurations that name it. A change of one of them may change which files are indexed.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import type { Repository } from './repository.ts';

const maxConfigBytes = 1 << 20;

export function ignoreRuleFiles(repository: Repository): string[] {
  if (repository.gitDir === undefined) return [];
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, XDG_CONFIG_HOME } = process.env;
  const userFolder = join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'git');
  const configs = [
    join(repository.identity, 'config'),
    join(repository.gitDir, 'config.worktree'),
    ...(GIT_CONFIG_GLOBAL === undefined
      ? [join(homedir(), '.gitconfig'), join(userFolder, 'config')]
      : [GIT_CONFIG_GLOBAL]),
    GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ];
  const named = configs.flatMap((config) => excludesFiles(readPlainText(config, maxConfigBytes) ?? ''));
  return [join(repository.identity, 'info', 'exclude'), join(userFolder, 'ignore'), ...configs, ...named];
}

/** Reads `core.excludesFile` roughly: a path too many does no harm. */
function excludesFiles(config: string): string[] {
  return [...config.matchAll(/^[ \t]*excludesfile[ \t]*=\s*"?([^"\n#;]+)"?/gim)].flatMap(([, typed = '']) => {
    const path = typed.trim().replace(/^~(?=\/)/, homedir());
    return path === '' ? [] : [isAbsolute(path) ? path : resolve(homedir(), path)];
  });
}
