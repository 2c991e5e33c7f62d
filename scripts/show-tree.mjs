/**
 * Prints the syntax tree of a file as queries see it: field names, node types and the text of leaves.
 *
 *   npm run show-tree -- GRAMMAR FILE      (GRAMMAR as in tree-sitter-GRAMMAR.wasm)
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';

const [grammar, file] = process.argv.slice(2);
if (grammar === undefined || file === undefined) {
  process.stderr.write('usage: npm run show-tree -- GRAMMAR FILE\n');
  process.exit(2);
}
await Parser.init();
const grammars = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json'));
const parser = new Parser();
parser.setLanguage(await Language.load(join(grammars, 'wasm', `tree-sitter-${grammar}.wasm`)));
print(parser.parse(readFileSync(file, 'utf8')).walk(), 0);

function print(cursor, depth) {
  const { nodeType, nodeIsNamed, nodeText, currentFieldName, startPosition } = cursor;
  const field = currentFieldName ? `${currentFieldName}: ` : '';
  const isLeaf = !cursor.gotoFirstChild();
  const text = isLeaf && nodeIsNamed ? ` ${JSON.stringify(nodeText)}` : '';
  const type = nodeIsNamed ? nodeType : JSON.stringify(nodeType);
  process.stdout.write(`${String(startPosition.row + 1).padStart(4)} ${'  '.repeat(depth)}${field}${type}${text}\n`);
  if (isLeaf) return;
  do print(cursor, depth + 1);
  while (cursor.gotoNextSibling());
  cursor.gotoParent();
}
