/**
 * The ignore sources of a repository decide what git ignores, apart from the `.gitignore` files: `info/exclude`, the
 * ignore file of the user, and a few settings. Only git can tell the settings, because configurations include others
 * under conditions. It is asked once, and again when a configuration has changed.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CodedError } from '../../errors.ts';
import { fileStamp } from './file-stamp.ts';
import { gitLocationOf, gitOutput, runGit } from './git.ts';
import { gitFailure } from './process/git-errors.ts';
import type { Repository } from './repository.ts';
import { namedFiles } from './storage/named-files.ts';
import { StorageBudget } from './storage/storage-budget.ts';

export interface IgnoreSources {
  /** Files with ignore rules for the whole tree, the weakest first. They need not exist. */
  readonly files: readonly string[];
  /** Whether patterns match letters of either case. */
  readonly foldsCase: boolean;
  /** Whether files may be left out of the working tree. */
  readonly isSparse: boolean;
}

export async function ignoreSources(repository: Repository): Promise<IgnoreSources> {
  return (await current(repository)).sources;
}

/** Returns the files outside the working tree whose change may change which files are ignored. */
export async function ignoreRuleFiles(repository: Repository): Promise<readonly string[]> {
  if (repository.gitDir === undefined) return [];
  const { configs, sources } = await current(repository);
  return [...sources.files, ...configs];
}

interface Known {
  readonly configs: readonly string[];
  readonly stamp: string;
  readonly sources: IgnoreSources;
}

const known = new Map<string, Known>();
const maxKnown = 100;

async function current(repository: Repository): Promise<Known> {
  const first = firstConfigs(repository);
  const key = first.join('\0');
  const before = known.get(key);
  if (before !== undefined && before.stamp === stampOf(repository, before.configs)) return before;
  const configs = withIncluded(first, repository.root);
  // Taken first: a change while git reads then shows as another stamp.
  const stamp = stampOf(repository, configs);
  const now = { configs, stamp, sources: await readSources(repository) };
  known.delete(key);
  known.set(key, now);
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  return now;
}

/** A configuration may be included for one branch only, so HEAD counts too. */
function stampOf({ gitDir = '' }: Repository, configs: readonly string[]): string {
  return [join(gitDir, 'HEAD'), ...configs].map(fileStamp).join('\n');
}

/** The folder of the user's own files for git. */
function userFolder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git');
}

function firstConfigs({ identity, gitDir = identity }: Repository): string[] {
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = process.env;
  return [
    join(identity, 'config'),
    join(gitDir, 'config.worktree'),
    ...(GIT_CONFIG_GLOBAL === undefined
      ? [join(homedir(), '.gitconfig'), join(userFolder(), 'config')]
      : [GIT_CONFIG_GLOBAL]),
    GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
  ];
}

/** Adds the configurations that these include, whatever the conditions are. */
function withIncluded(configs: readonly string[], root: string): string[] {
  const found = new Set(configs);
  const options = { budget: new StorageBudget(), folder: root };
  for (const config of configs) {
    try {
      for (const { path, isConfig } of namedFiles(config, options)) if (isConfig && path !== undefined) found.add(path);
    } catch (thrown) {
      // Git is not run for a repository that names too much. In the user's own files it costs only later noticed changes.
      if (!(thrown instanceof CodedError)) throw thrown;
    }
  }
  return [...found];
}

const asked = '^core\\.(excludesfile|ignorecase|sparsecheckout)$';

async function readSources(repository: Repository): Promise<IgnoreSources> {
  const place = gitLocationOf(repository);
  const { exitCode, stdout, stderr } = await runGit(place, 'config', ['-z', '--get-regexp', asked]);
  // The code is 1 if there is no such setting.
  if (exitCode > 1) throw gitFailure(place, stderr);
  const settings = settingsIn(stdout.toString('utf8'));
  const ofUser = await userFile(repository, settings.get('core.excludesfile'));
  return {
    files: [...(ofUser === undefined ? [] : [ofUser]), join(repository.identity, 'info', 'exclude')],
    foldsCase: isTrue(settings.get('core.ignorecase')),
    isSparse: isTrue(settings.get('core.sparsecheckout')),
  };
}

/** Each setting is a key, a line end and a value, or a key alone. Of several, the last one counts. */
function settingsIn(output: string): ReadonlyMap<string, string> {
  const entries = output.split('\0').slice(0, -1);
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf('\n');
      return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && (/^(true|yes|on)$/i.test(value) || Number.parseInt(value, 10) > 0);
}

async function userFile(repository: Repository, typed: string | undefined): Promise<string | undefined> {
  if (typed === undefined) return join(userFolder(), 'ignore');
  // An empty path names no file, not even the default one.
  if (typed === '') return undefined;
  const path = /^[~%:]/.test(typed) ? await expandedByGit(repository) : typed;
  return isAbsolute(path) ? path : join(repository.root, path);
}

/** Git expands the home folders of users and its own prefix. */
async function expandedByGit(repository: Repository): Promise<string> {
  const args = ['-z', '--type=path', '--get', 'core.excludesFile'];
  return (await gitOutput(gitLocationOf(repository), 'config', args)).toString('utf8').replace(/\0$/, '');
}
