/** The order of changes and questions: a change that was made before a question is among the names it takes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { on } from 'node:events';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { watching } from '../../../test/support/watched-tree.ts';
import { openRepository, resolveRef } from '../git/repository.ts';
import { listFiles } from '../listing/list-files.ts';

function start(args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] as never });
  onTestFinished(() => void child.kill());
  return child as ChildProcessWithoutNullStreams;
}

describe.runIf(process.platform === 'linux')('a settled watch', () => {
  it('has every change that another process made before it asked', async () => {
    const { root } = createRepository({ 'src/a.ts': 'a', 'src/b/c.ts': 'c' });
    const watch = await watching(root);
    // Half of the saves replace the file, and the questions are not awaited, so that they meet every phase of the loop.
    const rounds = 4_000;
    const script = `const { appendFileSync, renameSync, writeFileSync, writeSync } = require('node:fs');
      for (let i = 0; i < ${rounds}; i++) {
        const file = 'src/b/f' + i;
        if (i % 2) appendFileSync(file, 'x');
        else { writeFileSync(file + '.tmp', 'x'); renameSync(file + '.tmp', file); }
        writeSync(1, i + '\\n');
        if (i % 100 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, i % 7);
      }`;
    const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const taken = new Set<string>();
    const missed: string[] = [];
    let asked = 0;
    const asking: Promise<void>[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      asked++;
      const question = async () => {
        const isSettled = await watch.settled();
        const { names, isLost } = watch.take();
        for (const { path } of names) taken.add(path);
        if (!isSettled || isLost || !taken.has(`src/b/f${line}`)) missed.push(line);
      };
      asking.push(question());
    });
    await new Promise((resolve) => child.once('close', resolve));
    await Promise.all(asking);
    expect(asked).toBe(rounds);
    expect(missed).toEqual([]);
  });

  for (const seed of [1, 2]) {
    it(`covers what random edits change (seed ${seed})`, async () => {
      const { root, git } = createRepository({
        '.gitignore': 'out*/\n',
        'a.ts': 'a',
        'src/b.ts': 'b',
        'src/deep/c.ts': 'c',
        'x/y/z.ts': 'z',
      });
      for (const branch of ['b0', 'b1', 'b2']) git('branch', branch);
      const editor = start([
        fileURLToPath(new URL('../../../test/support/random-edits.mjs', import.meta.url)),
        root,
        temporaryFolder(),
        String(seed),
      ]);
      const answers = on(createInterface({ input: editor.stdout }), 'line');
      const watch = await watching(root);
      const repository = await openRepository(root);
      const ref = await resolveRef(repository);
      const list = () => listFiles(repository, ref, { maxFileBytes: 1 << 20, exclude: [] });
      const snapshot = async () => {
        const { files, skipped } = await list();
        // An excluded folder is not watched, so its name comes and goes with the untracked files in it unnoticed.
        const paths = [...files, ...skipped].map(({ path }) => path).filter((path) => !path.endsWith('/'));
        return new Map(paths.map((path) => [path, stampOf(root, path)]));
      };
      let before = await snapshot();
      let compared = 0;
      for (let batch = 0; batch < 60; batch++) {
        editor.stdin.write(`${1 + ((batch * 7) % 61)}\n`);
        await answers.next();
        const isSettled = await watch.settled();
        expect({ isSettled, state: watch.state, reason: watch.reason }).toEqual({ isSettled: true, state: 'watching' });
        const { names, isLost } = watch.take();
        const after = await snapshot();
        const covering = new Set(names.map(({ path }) => path));
        const isIgnoreFileTaken = names.some(({ path }) => /(^|\/)\.gitignore$/.test(path));
        const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
          (path) => before.get(path) !== after.get(path),
        );
        // A changed ignore file makes the caller list everything, but changed content has to be named even then.
        const isBound = (path: string) => !isIgnoreFileTaken || (before.has(path) && after.has(path));
        const uncovered = isLost ? [] : differing.filter((path) => isBound(path) && !isCovered(path, covering));
        expect({ batch, uncovered }).toEqual({ batch, uncovered: [] });
        compared += isLost ? 0 : differing.length;
        before = after;
      }
      expect(compared).toBeGreaterThan(300);
    });
  }
});

function isCovered(path: string, covering: ReadonlySet<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => covering.has(parts.slice(0, index + 1).join('/')));
}

function stampOf(root: string, path: string): string {
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return 'absent';
  if (found.isDirectory()) return 'folder';
  return [found.mode, found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}
