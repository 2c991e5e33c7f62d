import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectIndex, openStore, projectFile } from './open-store.ts';

/** Without its lock, the WAL of a reading process is deleted by the next process that closes the database. */
test.skipIf(!existsSync('/proc/locks'))('keeps the lock on the index when it is opened again', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'locks-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const locks = () => {
    const { ino } = statSync(projectFile(home, 'p'));
    const lines = readFileSync('/proc/locks', 'utf8').split('\n');
    return lines.filter((line) => line.includes(`:${ino} `) && line.includes(` ${process.pid} `)).length;
  };
  await inspectIndex(home, 'p');
  const first = await openStore(home, 'p');
  await first.refs();
  expect(locks()).toBeGreaterThan(0);
  const second = await openStore(home, 'p');
  await second.refs();
  await second.close();
  await inspectIndex(home, 'p');
  await first.refs();
  expect(locks()).toBeGreaterThan(0);
  await first.close();
});
