/**
 * A thread that runs the built parse worker for one pool after another (`warm-workers.ts`). Loading a grammar and compiling its
 * query take longer than the small jobs of tests, and stay for the next pool.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const parseWorker = pathToFileURL(workerData.file);
const imported = "import { parentPort, workerData } from 'node:worker_threads';";
const limited = 'limitParserMemory(maxParserBytes);';
const source = readFileSync(parseWorker, 'utf8');
for (const part of [imported, limited]) {
  if (source.split(part).length !== 2) throw new Error(`${parseWorker} no longer contains once: ${part}`);
}
const absolute = source.replaceAll(/ from "(\.[^"]+)"/g, (_, path) => ` from "${new URL(path, parseWorker)}"`);

/** What the worker would import, by use: the next one may begin before the module of the last one has run. */
const uses = [];
globalThis.usesOfParseWorker = uses;
parentPort.on('message', (use) => {
  const at = uses.push({ parentPort: use.port, workerData: use.workerData }) - 1;
  // The limit cannot change once there is a grammar; the uses of a thread have the same one.
  const again = at === 0 ? absolute : absolute.replace(limited, '');
  const text = again.replace(imported, `const { parentPort, workerData } = globalThis.usesOfParseWorker[${at}];`);
  // A failed import ends the thread, as it would end the worker.
  void import(`data:text/javascript,${encodeURIComponent(text)}`);
});
