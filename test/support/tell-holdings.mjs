/**
 * Loaded into a process under test by `askedForHoldings` (measure-process.ts): at SIGUSR2 it collects its garbage and writes
 * down what it still holds, since what lies about uncollected says nothing about what was kept.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.CODECOMPASS_TEST_HOLDINGS;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
if (file !== undefined) {
  process.on('SIGUSR2', () => {
    // What is freed by finalizers in the first round goes in the second.
    collect();
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external, rss }));
    renameSync(`${file}.part`, file);
  });
}
