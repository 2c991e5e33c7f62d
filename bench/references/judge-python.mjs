/**
 * Says with pyright what names mean. Reads `{ root, files, symbols, pyright }` from standard input, asks for the
 * definition of each occurrence of the names, and writes what `judges.mjs` reads.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LanguageClient } from './language-client.mjs';

const { root, files, symbols, pyright } = JSON.parse(readFileSync(0, 'utf8'));
if (pyright === undefined) throw new Error('--pyright names the langserver.index.js of pyright');
const names = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${[...new Set(symbols.map(({ name }) => name))].join('|')})(?![\\p{L}\\p{N}_])`,
  'gu',
);
const client = new LanguageClient(process.execPath, ['--max-old-space-size=3000', pyright, '--stdio']);
const rootUri = pathToFileURL(root).href;
await client.ask('initialize', {
  processId: process.pid,
  rootUri,
  capabilities: { workspace: { configuration: true } },
  workspaceFolders: [{ uri: rootUri, name: 'root' }],
});
client.tell('initialized', {});
// Other names, which imports give to a symbol, are not asked for.
process.stdout.write('{"isSilent":true}\n');
for (const path of files) {
  process.stdout.write(`${JSON.stringify({ file: path })}\n`);
  const text = readFileSync(join(root, path), 'utf8');
  const places = placesIn(text);
  if (places.length === 0) continue;
  const uri = pathToFileURL(join(root, path)).href;
  client.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
  for (const position of places) {
    const found = await client.ask('textDocument/definition', { textDocument: { uri }, position });
    const targets = [found ?? []].flat().map(placeOf);
    const place = `${path}:${position.line + 1}:${position.character + 1}`;
    const line = { place, targets: targets.length === 0 ? 'unknown' : targets };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  client.tell('textDocument/didClose', { textDocument: { uri } });
}
await client.close();
process.exit(0);

function placesIn(text) {
  return text
    .split('\n')
    .flatMap((row, line) => [...row.matchAll(names)].map(({ index }) => ({ line, character: index })));
}

function placeOf({ uri, range, targetUri, targetSelectionRange }) {
  const path = relative(root, fileURLToPath(uri ?? targetUri));
  const { start } = range ?? targetSelectionRange;
  return path.startsWith('..') ? 'outside' : `${path}:${start.line + 1}:${start.character + 1}`;
}
