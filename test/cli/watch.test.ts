/** `watch` of the built program: it follows edits, new folders and branch switches, and exits cleanly. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { programEnvironment, programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';
import { withDeadline } from '../support/wait-until.ts';

interface WatchEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

function startWatch(cwd: string, home: string, ...args: string[]) {
  const env = programEnvironment(home, `${home}/data`);
  const child = spawn(process.execPath, [program, 'watch', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = exitCodeOf(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<WatchEvent> => {
    const { value, done } = await withDeadline('the next event', lines.next());
    return done ? { event: 'end' } : (JSON.parse(value) as WatchEvent);
  };
  return { child, next, exitCode: () => withDeadline('watch to end', ended) };
}

function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve));
}

test('indexes first, then syncs each change, and exits with 130 on Ctrl-C', async () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const home = temporaryFolder();
  const run = programIn(repository.root, home);
  const { child, next, exitCode } = startWatch(repository.root, home, '--json');
  expect(await next()).toMatchObject({ event: 'watching', root: repository.root });
  expect(await next()).toMatchObject({ event: 'synced', ref: 'main', mode: 'full', indexed: 1 });

  repository.write({ 'a.ts': 'export function edited() {}\n' });
  expect(await next()).toMatchObject({ event: 'synced', ref: 'main', changed: 1, parsed: 1 });
  expect(run('search', 'edited').stdout).toMatch(/^a\.ts:1 /);

  mkdirSync(repository.path('new/deep'), { recursive: true });
  // Long enough for the watcher to see the empty folder.
  await new Promise((resume) => setTimeout(resume, 1_000));
  repository.write({ 'new/deep/b.ts': 'export function inside() {}\n' });
  expect(await next()).toMatchObject({ event: 'synced', changed: 1, indexed: 2 });

  repository.branch('feature');
  expect(await next()).toMatchObject({ event: 'synced', ref: 'feature', mode: 'full', parsed: 0 });
  // A ref that is already indexed is printed again, so that the last line shows the current ref.
  repository.checkout('main');
  expect(await next()).toMatchObject({ event: 'fresh', ref: 'main' });

  child.kill('SIGINT');
  expect(await next()).toMatchObject({ event: 'stopped' });
  expect(await exitCode()).toBe(130);
});

test('prints that the index is up to date, and exits when the reader closes stdout', async () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const home = temporaryFolder();
  programIn(repository.root, home)('index');
  const { child, exitCode } = startWatch(repository.root, home);
  const said = await new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text))));
  expect(said).toMatch(/^\d\d:\d\d:\d\d {2}main \(working tree\) is up to date\n$/);
  child.stdout?.destroy();
  repository.write({ 'a.ts': 'export function b() {}\n' });
  expect(await exitCode()).toBe(0);
});

test('exits with a remedy if the index is unusable', () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const home = temporaryFolder();
  const run = programIn(repository.root, home);
  run('index');
  const { index } = JSON.parse(run('status', '--json').stdout);
  writeFileSync(index, 'no database at all, though long enough to be looked at as one\n'.repeat(100));
  const { exitCode, stderr } = run('watch');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/error\[index_incompatible\].*\n→ Run `codecompass index --force`/);
  expect(run().stdout).toContain('codecompass index --force');
});
