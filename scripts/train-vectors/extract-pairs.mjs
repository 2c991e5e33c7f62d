/**
 * Extracts training pairs from the newest commit of a repository: the first sentence of a doc comment, and the
 * function it describes. Prints one JSON line per function; functions without a doc comment have no sentence.
 *
 *   node scripts/train-vectors/extract-pairs.mjs REPOSITORY NAME > NAME.jsonl       (after npm run build)
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { docSentence } from '../../bench/quality/doc-sentence.mjs';
import { languageOf } from '../../build/languages/languages.js';
import { parseText } from '../../build/parse/engine/parse-text.js';
import { decodeContent } from '../../build/scan/content/content.js';
import { labelsOf } from '../../build/scan/content/labels.js';

const maxBytes = 300_000;
const maxFiles = 6_000;
const maxPairs = 8_000;
const maxOthers = Number(process.env.OTHERS ?? 4_000);
const maxBody = 1_500;
const kinds = new Set(['fn', 'method', 'class', 'struct', 'interface', 'trait', 'macro', 'enum']);

const [repository, name] = process.argv.slice(2);
const git = (...args) => execFileSync('git', ['-C', repository, ...args], { maxBuffer: 1 << 30 });
const commit = git('rev-parse', 'HEAD').toString().trim();
const entries = git('ls-tree', '-r', '-l', '-z', 'HEAD').toString().split('\0').flatMap(readEntry);
const chosen = inRandomOrder(entries).slice(0, maxFiles);
let pairs = 0;
let others = 0;
for (const { path, text } of contents(chosen)) {
  if (pairs >= maxPairs) break;
  const language = languageOf(path, text);
  if (language === undefined) continue;
  let syntax;
  try {
    syntax = await parseText(language, path, text, { timeoutMs: 5_000 });
  } catch {
    continue;
  }
  const lines = text.split('\n');
  for (const symbol of syntax.symbols) {
    if (!kinds.has(symbol.kind)) continue;
    const sentence = symbol.doc === undefined ? undefined : docSentence(symbol.doc);
    if (sentence === undefined ? others >= maxOthers : pairs >= maxPairs) continue;
    if (sentence === undefined) others++;
    else pairs++;
    const body = withoutDoc(
      lines.slice(symbol.lineStart - 1, Math.min(symbol.lineEnd, symbol.lineStart + 60)).join('\n'),
    );
    const row = {
      q: sentence,
      d: symbol.doc?.slice(0, 600),
      n: symbol.name,
      s: symbol.scope,
      k: symbol.kind,
      b: body.slice(0, maxBody),
      p: path,
      l: [symbol.lineStart, symbol.lineEnd],
    };
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
}
process.stderr.write(`${name} ${commit} ${pairs} ${others}\n`);

function readEntry(line) {
  const found = /^100\d{3} blob (\w+) +(\d+)\t(.*)$/s.exec(line);
  if (found === null || Number(found[2]) > maxBytes) return [];
  const path = found[3];
  return /\.(?:py|pyi|go|rs|js|jsx|mjs|cjs|ts|tsx|java|cs|php|rb|c|h|cc|cpp|cxx|hpp|hh|sh)$/.test(path)
    ? [{ path, hash: found[1] }]
    : [];
}

function* contents(files) {
  for (let at = 0; at < files.length; at += 200) {
    const batch = files.slice(at, at + 200);
    const output = execFileSync('git', ['-C', repository, 'cat-file', '--batch'], {
      input: batch.map(({ hash }) => hash).join('\n'),
      maxBuffer: 1 << 30,
    });
    let from = 0;
    for (const { path } of batch) {
      const end = output.indexOf(10, from);
      const size = Number(output.toString('utf8', from, end).split(' ')[2]);
      const bytes = output.subarray(end + 1, end + 1 + size);
      from = end + 2 + size;
      const content = decodeContent(path, bytes);
      if (content.text === undefined) continue;
      const labels = labelsOf(path, content.text);
      if (labels.includes('generated') || labels.includes('vendored')) continue;
      yield { path, text: content.text };
    }
  }
}

/** A doc string is in the body of its function; the pair must not contain its own question. */
function withoutDoc(body) {
  return body.replace(/^([^\n]*(?:\n[^\n]*){0,12}?:\s*\n)\s*[rRuU]?("""|''')[\s\S]*?(?:\2|$)/, '$1');
}

function inRandomOrder(items) {
  const key = ({ path }) => createHash('sha1').update(path).digest('hex');
  return items
    .map((item) => [key(item), item])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);
}
