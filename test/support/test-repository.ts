/**
 * A repository for tests: real git in a temporary folder that goes away with the test, with a fixed author and
 * date, so that ids are the same on every machine, and without the configuration of whoever runs the tests.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

export interface TestRepository {
  readonly root: string;
  /** Runs git here and returns what it prints, without the last line end. */
  git(...args: string[]): string;
  write(files: TestFiles): void;
  remove(...paths: string[]): void;
  /** Commits everything in the work tree, after writing the files, and returns the commit's id. */
  commit(files?: TestFiles, message?: string): string;
  /** Creates a branch at the head and checks it out. */
  branch(name: string): void;
  checkout(ref: string): void;
  /** A linked worktree in a folder of its own, on a new branch. */
  worktree(branch: string): TestRepository;
  /** The path of something in the work tree. */
  path(...parts: string[]): string;
}

/** A new repository on branch `main`, with these files committed. */
export function createRepository(
  files: TestFiles = {},
  options: { readonly objectFormat?: 'sha1' | 'sha256' } = {},
): TestRepository {
  return createRepositoryIn(temporaryFolder(), files, options);
}

/** The same in a folder that someone else cleans up. */
export function createRepositoryIn(
  root: string,
  files: TestFiles = {},
  options: { readonly objectFormat?: 'sha1' | 'sha256' } = {},
): TestRepository {
  runTestGit(root, ['init', '--quiet', `--object-format=${options.objectFormat ?? 'sha1'}`, '.']);
  runTestGit(root, ['symbolic-ref', 'HEAD', 'refs/heads/main']);
  const repository = repositoryAt(root);
  if (Object.keys(files).length > 0) repository.commit(files);
  return repository;
}

/** A bare clone in a folder of its own. */
export function createBareClone(of: TestRepository): TestRepository {
  const root = join(temporaryFolder(), 'bare.git');
  runTestGit(dirname(root), ['clone', '--quiet', '--bare', of.root, root]);
  return repositoryAt(root);
}

/** A plain folder with these files. */
export function createFolder(files: TestFiles = {}): string {
  const root = temporaryFolder();
  writeFiles(root, files);
  return root;
}

/** A long run leaves a million files. */
const removingMs = 3_600_000;

/** A canonical folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), removingMs);
  return folder;
}

// The git that is tested reads no configuration of the user either.
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
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
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
  const settings = ['-c', 'protocol.file.allow=always', '-c', 'core.autocrlf=false', '-c', 'commit.gpgSign=false'];
  const output = execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env: { ...process.env, ...Object.fromEntries(identity) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.toString('utf8').replace(/\n$/, '');
}
