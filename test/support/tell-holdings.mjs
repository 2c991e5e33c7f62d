/**
 * Loaded into a process under test by `askedForHoldings` (measure-process.ts). At SIGUSR2 the process collects garbage
 * and writes its memory use to a file, because uncollected garbage would hide leaks.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.CODECOMPASS_TEST_HOLDINGS;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
if (file !== undefined) {
  process.on('SIGUSR2', () => {
    // The second round collects memory that finalizers of the first one freed.
    collect();
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    writeFileSync(`${file}.part`, JSON.stringify({ heapUsed, external, rss }));
    renameSync(`${file}.part`, file);
  });
}
