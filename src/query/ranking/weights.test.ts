/** Checks the sources of everything that finds or ranks: weights are only in the one table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const queryFolder = fileURLToPath(new URL('..', import.meta.url));
const folders = ['names', 'search', 'ranking'];
const table = 'ranking/weights.ts';

const sources = folders
  .flatMap((folder) => readdirSync(join(queryFolder, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map((entry) => relative(queryFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort();

test('only the table of weights contains weights', () => {
  expect(sources).toContain(table);
  const found = sources
    .filter((path) => path !== table)
    .flatMap((path) => weightsIn(readFileSync(join(queryFolder, path), 'utf8')).map((weight) => `${path}: ${weight}`));
  expect(found).toEqual([]);
});

function check(code: string, weights: readonly string[]): void {
  test(`${weights.length === 0 ? 'allows' : 'finds a weight in'} ${code}`, () =>
    expect(weightsIn(code)).toEqual(weights));
}

check('const score = 0.95 * share;', ['0.95']);
check('const score = share / 8;', ['8']);
check('const behind = 0.6;', ['0.6']);
check('if (hit.score < 0.5) return;', ['0.5']);
check('const bonus = { exact: 3 };', ['3']);
check('const maxHits = 20; const minShare = 0.1;', []);
check('const care = { maxFilesRead: 100 };', []);
check('const last = match[2] ?? a[row - 2]; const next = 1 + last; const none = -1;', []);
check('if (word.length > 2 && code <= 0x7f) return 0;', []);

/**
 * Returns the numbers in a source that may be weights. Not weights are 0 and 1, the values of constants and properties
 * named `max…` or `min…` (limits), list indexes (`match[2]`), and integers in comparisons (lengths, character codes).
 */
function weightsIn(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isLimit(node)) return;
    if (ts.isNumericLiteral(node) && !isPlain(node)) found.push(node.getText());
    ts.forEachChild(ts.isElementAccessExpression(node) ? node.expression : node, visit);
  };
  visit(ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

function isLimit(node: ts.Node): boolean {
  const isValue = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
  return isValue && ts.isIdentifier(node.name) && /^(?:max|min)[A-Z]/.test(node.name.text);
}

function isPlain(node: ts.NumericLiteral): boolean {
  const { parent } = node;
  const value = Number(node.text);
  if (value === 0 || value === 1) return true;
  return Number.isInteger(value) && ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind);
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
