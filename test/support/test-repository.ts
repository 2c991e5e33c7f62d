/**
 * A repository for tests: real git in a temporary folder that is removed after the test. A fixed author and date make
 * ids equal on every machine, and the git configuration of the user is ignored.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

export interface TestRepository {
  readonly root: string;
  /** Runs git in the repository and returns its output without the last line end. */
  git(...args: string[]): string;
  write(files: TestFiles): void;
  remove(...paths: string[]): void;
  /** Writes the files, commits the whole work tree and returns the id of the commit. */
  commit(files?: TestFiles, message?: string): string;
  /** Creates a branch at HEAD and checks it out. */
  branch(name: string): void;
  checkout(ref: string): void;
  /** Creates a linked worktree in another folder, on a new branch. */
  worktree(branch: string): TestRepository;
  /** Returns a path in the work tree. */
  path(...parts: string[]): string;
}

/** Creates a repository on branch `main` with these files committed. */
export function createRepository(
  files: TestFiles = {},
  options: { readonly objectFormat?: 'sha1' | 'sha256' } = {},
): TestRepository {
  return createRepositoryIn(temporaryFolder(), files, options);
}

/** The same in a folder that the caller removes. */
export function createRepositoryIn(
  root: string,
  files: TestFiles = {},
  options: { readonly objectFormat?: 'sha1' | 'sha256' } = {},
): TestRepository {
  const format = `--object-format=${options.objectFormat ?? 'sha1'}`;
  // Without a template, which has a dozen files that no test needs.
  runTestGit(root, ['init', '--quiet', '--initial-branch=main', '--template=', format, '.']);
  writeFiles(root, { '.git/info/exclude': '' });
  const repository = repositoryAt(root);
  if (Object.keys(files).length > 0) repository.commit(files);
  return repository;
}

/** Creates a bare clone in another folder. */
export function createBareClone(of: TestRepository): TestRepository {
  const root = join(temporaryFolder(), 'bare.git');
  runTestGit(dirname(root), ['clone', '--quiet', '--bare', of.root, root]);
  return repositoryAt(root);
}

/** Creates a plain folder with these files. */
export function createFolder(files: TestFiles = {}): string {
  const root = temporaryFolder();
  writeFiles(root, files);
  return root;
}

/** Long, because a long run leaves a million files. */
const removingMs = 3_600_000;

/** Creates a folder, with a canonical path, that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-')));
  onTestFinished(() => removeFolder(folder), removingMs);
  return folder;
}

// The git processes of the tested code must not read the configuration of the user either.
Object.assign(process.env, { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' });

function repositoryAt(root: string): TestRepository {
  const git = (...args: string[]) => runTestGit(root, args);
  const write = (files: TestFiles) => writeFiles(root, files);
  return {
    root,
    git,
    write,
    remove: (...paths) => {
      for (const path of paths) rmSync(join(root, path), { recursive: true });
    },
    commit: (files = {}, message = 'change') => {
      write(files);
      return git('-c', `alias.record=!${recordAll}`, 'record', message);
    },
    branch: (name) => void git('checkout', '--quiet', '-b', name),
    checkout: (ref) => void git('checkout', '--quiet', ref),
    worktree: (branch) => {
      const linked = join(temporaryFolder(), 'linked');
      git('worktree', 'add', '--quiet', '-b', branch, linked);
      return repositoryAt(linked);
    },
    path: (...parts) => join(root, ...parts),
  };
}

/** By one process of git, which starts the others: that is expensive for a large process such as that of a test. */
const recordAll = 'f() { git add --all && git commit --quiet --allow-empty --message "$1" && git rev-parse HEAD; }; f';

function writeFiles(root: string, files: TestFiles): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function runTestGit(folder: string, args: readonly string[]): string {
  const person = { NAME: 'Test', EMAIL: 'test@example.org', DATE: '2024-01-01T00:00:00Z' };
  const identity = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const settings = [
    ...['-c', 'protocol.file.allow=always', '-c', 'core.autocrlf=false', '-c', 'commit.gpgSign=false'],
    // A commit would start another process to look whether there is much to pack.
    ...['-c', 'maintenance.auto=false'],
  ];
  const output = execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env: { ...process.env, ...Object.fromEntries(identity) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.toString('utf8').replace(/\n$/, '');
}
