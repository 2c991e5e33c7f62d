/**
 * Resolves calls with TypeScript's checker. Reads `{ root, files }` from standard input; writes one line of JSON per
 * call: `{ path, line, name, target }`, where the target is a place in the repository, `outside`, `value` or
 * `unknown`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const { root, files, all } = JSON.parse(readFileSync(0, 'utf8'));
const options = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
};
// Hand-written declarations describe a JavaScript file, but the calls lead to the JavaScript.
const host = ts.createCompilerHost(options, true);
host.resolveModuleNameLiterals = (literals, file) =>
  literals.map(({ text }) => {
    const found = ts.resolveModuleName(text, file, options, host);
    const name = found.resolvedModule?.resolvedFileName;
    const beside = /\.[cm]?js$/.test(file) ? name?.replace(/\.d\.([cm]?)ts$/, '.$1js') : name;
    if (beside === name || !existsSync(beside) || name.includes('node_modules')) return found;
    return { resolvedModule: { resolvedFileName: beside, extension: beside.slice(beside.lastIndexOf('.')) } };
  });
const program = ts.createProgram(
  all.map((path) => join(root, path)),
  options,
  host,
);
const checker = program.getTypeChecker();
for (const path of files) {
  const source = program.getSourceFile(join(root, path));
  if (source === undefined) continue;
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) report(path, source, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function report(path, source, node) {
  const callee = ts.skipOuterExpressions(node.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : ts.isIdentifier(callee) ? callee : undefined;
  if (name === undefined) return;
  const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
  process.stdout.write(`${JSON.stringify({ path, line, name: name.text, target: targetOf(name) })}\n`);
}

function targetOf(name) {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const declarations = (symbol?.declarations ?? []).map(definitionOf);
  if (declarations.length === 0 || declarations.includes(undefined)) return 'unknown';
  const places = declarations.map(placeOf);
  const inside = places.filter((place) => typeof place === 'object');
  return inside.length > 0 ? inside : places[0];
}

/**
 * Follows `module.exports = require(…)` or `= name` to the definition. A class property may be set in the
 * constructor.
 */
function definitionOf(declaration) {
  if (ts.isPropertyDeclaration(declaration) && declaration.initializer === undefined) {
    const set = declaration.parent.members
      .filter(ts.isConstructorDeclaration)
      .flatMap((each) => setIn(each, declaration));
    return set.length === 1 ? set[0] : declaration;
  }
  if (ts.isShorthandPropertyAssignment(declaration)) {
    return checker.getShorthandAssignmentValueSymbol(declaration)?.declarations?.[0];
  }
  if (ts.isPropertyAssignment(declaration) && ts.isIdentifier(declaration.initializer)) {
    return checker.getSymbolAtLocation(declaration.initializer)?.declarations?.[0];
  }
  const assigned = ts.isBinaryExpression(declaration)
    ? declaration
    : ts.findAncestor(declaration, ts.isBinaryExpression);
  const left = assigned?.left.getText();
  if (assigned === undefined || !/^module\.exports$|^exports\.\w+$|^module\.exports\.\w+$/.test(left))
    return declaration;
  const value = ts.skipOuterExpressions(assigned.right);
  if (ts.isBinaryExpression(value)) return declaration;
  if (!ts.isIdentifier(value) && !(ts.isCallExpression(value) && value.expression.getText() === 'require'))
    return declaration;
  const type = checker.getTypeAtLocation(value);
  const found = type.getSymbol()?.declarations?.[0];
  return found === undefined || ts.isSourceFile(found) ? undefined : found;
}

function setIn(maker, property) {
  const found = [];
  const visit = (node) => {
    const isSet =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      node.left.getText() === `this.${property.name.getText()}`;
    if (isSet && (ts.isArrowFunction(node.right) || ts.isFunctionExpression(node.right))) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(maker);
  return found;
}

function isTopLevel(element) {
  let node = element.parent;
  while (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
    node = node.parent;
  return ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent?.parent?.parent ?? node);
}

function placeOf(declaration) {
  const source = declaration.getSourceFile();
  const path = relative(root, source.fileName);
  if (path.startsWith('..') || path.includes('node_modules') || program.isSourceFileDefaultLibrary(source))
    return 'outside';
  if (ts.isBindingElement(declaration) && /\bimport\(/.test(declaration.parent.parent.getText(source)))
    return 'unknown';
  if (
    ts.isParameter(declaration) ||
    (ts.isBindingElement(declaration) && !isTopLevel(declaration)) ||
    ts.isCatchClause(declaration.parent)
  )
    return 'value';
  if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration))
    return 'unknown';
  if (ts.isVariableDeclaration(declaration)) {
    const value = declaration.initializer && ts.skipOuterExpressions(declaration.initializer);
    const isFunction =
      value !== undefined &&
      (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isClassExpression(value));
    const isTop = ts.isSourceFile(declaration.parent?.parent?.parent ?? declaration);
    if (!isFunction && !isTop) return 'value';
  }
  if (
    ts.isPropertySignature(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isPropertyAssignment(declaration)
  ) {
    const value = declaration.initializer;
    if (value === undefined || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return 'value';
  }
  const start = source.getLineAndCharacterOfPosition(declaration.getStart(source)).line + 1;
  const end = source.getLineAndCharacterOfPosition(declaration.getEnd()).line + 1;
  return { path, line: start, end };
}
