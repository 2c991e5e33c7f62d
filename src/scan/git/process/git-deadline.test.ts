import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { GitDeadline } from './git-deadline.ts';

/** A git that works without end and writes something now and then. */
function started(bytes: number) {
  const git = spawn(process.execPath, ['-e', 'for (;;);']);
  let error: unknown;
  const deadline = new GitDeadline({ folder: '/', cpuLimitMs: 300 }, 'cat-file', git.pid, () => {
    error = deadline.error;
  });
  const writing = setInterval(() => deadline.renew(bytes), 20);
  onTestFinished(() => {
    clearInterval(writing);
    deadline.end();
    git.kill('SIGKILL');
  });
  return { deadline, error: () => error };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Only Linux tells the processor time of another process.
test.runIf(process.platform === 'linux')('git that works far longer than its output takes is ended', async () => {
  const little = started(10);
  const much = started(1 << 20);
  while (little.error() === undefined) await pause(50);
  expect(little.error()).toMatchObject({ code: 'repository_unreadable', message: expect.stringContaining('too long') });
  expect(much.error()).toBeUndefined();
});
