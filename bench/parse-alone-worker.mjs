/** A worker that parses the next file of a shared list until none is left. */
import { parentPort, workerData } from 'node:worker_threads';
import { languageOf } from '../build/languages/languages.js';
import { loadGrammar } from '../build/parse/engine/grammar.js';
import { parseText } from '../build/parse/engine/parse-text.js';
import { decodeContent } from '../build/scan/content/content.js';
import { readWorkingFile } from '../build/scan/content/read-file.js';

const { root, paths, next, depth } = workerData;
const counter = new Int32Array(next);
let count = 0;
for (let index = Atomics.add(counter, 0, 1); index < paths.length; index = Atomics.add(counter, 0, 1)) {
  const path = paths[index];
  const bytes = readWorkingFile(root, { path }, 1 << 20);
  if (typeof bytes === 'string') continue;
  const content = decodeContent(path, bytes);
  if (content.text === undefined) continue;
  const language = languageOf(path, content.text);
  if (language === undefined) continue;
  count++;
  if (depth === 'facts') {
    await parseText(language, path, content.text, { timeoutMs: 60_000 });
    continue;
  }
  const { parser } = await loadGrammar(language);
  parser.parse(content.text)?.delete();
}
parentPort.postMessage(count);
