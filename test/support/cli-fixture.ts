/** The built program, run as users run it: in a temporary folder, with its own home and data directory. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { type ProgramRun, programEnvironment, runProgram } from './run-program.ts';

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent once, at the first line of progress. */
  readonly signal?: NodeJS.Signals;
}

export interface CliFixture {
  /** The home of the user, which contains the other folders. */
  readonly base: string;
  /** The data directory; the program creates it. */
  readonly home: string;
  readonly root: string;
  run(args: readonly string[], options?: CliOptions): Promise<ProgramRun>;
  /** Runs with `--json` and parses the document on stdout. */
  runJson(args: readonly string[], options?: CliOptions): Promise<ProgramRun & { document: Document }>;
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  /** Makes the root a repository with one source file, a binary and a secret. */
  makeRepository(): void;
  remove(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes and fail if one is missing.
type Document = any;

export function createCliFixture(): CliFixture {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cli-')));
  const [home, root] = [join(base, 'data'), join(base, 'project')];
  mkdirSync(root);

  const run = (args: readonly string[], { cwd = root, env, signal }: CliOptions = {}): Promise<ProgramRun> =>
    runProgram(args, { cwd, env: programEnvironment(base, home, env), signal });
  const git = (...args: string[]): string => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'maintenance.auto=false'];
    const env = { ...process.env, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8' });
  };
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  return {
    base,
    home,
    root,
    run,
    runJson: async (args, options) => {
      const outcome = await run([...args, '--json'], options);
      return { ...outcome, document: JSON.parse(outcome.stdout) };
    },
    git,
    write,
    makeRepository: () => {
      git('init', '--quiet', '--initial-branch=main');
      write('src/greet.ts', 'export function greet(name: string): string {\n  return name;\n}\n');
      write('logo.bin', Buffer.from([0, 1, 2, 3, 0]));
      write('.env', 'TOKEN=secret\n');
      git('add', '.');
      git('commit', '--quiet', '--message=First');
    },
    remove: () => removeFolder(base),
  };
}
