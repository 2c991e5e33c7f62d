/**
 * Says with TypeScript's checker what names mean. Reads `{ root, files, symbols }` from standard input and writes what
 * `judges.mjs` reads. A key of an object means the property of the type that is expected there; a shorthand property
 * means the variable as well.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const { root, files, symbols } = JSON.parse(readFileSync(0, 'utf8'));
const names = new Set(symbols.map(({ name }) => name));
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
  ...pathsOf(join(root, 'tsconfig.json')),
};
const program = ts.createProgram(
  files.map((path) => join(root, path)),
  options,
);
const checker = program.getTypeChecker();
for (const path of files) {
  const source = program.getSourceFile(join(root, path));
  if (source === undefined) continue;
  write({ file: path });
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) judge(source, node);
    else if (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent)) judge(source, node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function judge(source, node) {
  const meant = meantBy(node);
  if (!names.has(node.text) && !meant.some(({ name }) => names.has(name))) return;
  const place = placeAt(source, node);
  const all = new Set(meant.flatMap((symbol) => declarationsFor(symbol, node).map(declarationPlace)));
  // A declaration is no use of itself, but `{ name }` may declare a variable and name a property.
  const isDeclared = all.delete(place);
  if (isDeclared && all.size === 0) return;
  const targets = [...all];
  const isKnown = meant.length > 0 && !meant.some((symbol) => checker.isUnknownSymbol(symbol));
  write({ place, targets: isKnown ? targets : 'unknown' });
}

function isImportOrExport(node) {
  return (
    ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)
  );
}

/** The symbols that a name means, through aliases. */
function meantBy(node) {
  const { parent } = node;
  const found = [];
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
    found.push(checker.getShorthandAssignmentValueSymbol(parent), ...expected(parent.parent, node.text));
  }
  if (
    (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node &&
    ts.isObjectLiteralExpression(parent.parent)
  ) {
    found.push(...expected(parent.parent, node.text));
  }
  if (
    ts.isBindingElement(parent) &&
    ts.isObjectBindingPattern(parent.parent) &&
    (parent.propertyName ?? parent.name) === node
  ) {
    found.push(...membersOf(checker.getTypeAtLocation(parent.parent), node.text));
  }
  if (ts.isJsxAttribute(parent) && parent.name === node) {
    const wanted = checker.getContextualType(parent.parent);
    if (wanted !== undefined) found.push(...membersOf(wanted, node.text));
  }
  found.push(checker.getSymbolAtLocation(node));
  return found.filter((symbol) => symbol !== undefined).flatMap(throughAliases);
}

function expected(literal, name) {
  const type = checker.getContextualType(literal);
  return type === undefined ? [] : membersOf(type, name);
}

function membersOf(type, name) {
  const types = type.isUnion() ? type.types : [type];
  return types.flatMap((each) => checker.getPropertyOfType(each, name) ?? []);
}

/** A re-export is an alias of an alias; only the last symbol is declared. */
function throughAliases(symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return [target];
}

/** A constant and a type may have one name and be one symbol; a place means one of them. */
function declarationsFor({ declarations = [] }, node) {
  const isType = (each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each);
  const types = declarations.filter(isType);
  const values = declarations.filter((each) => !isType(each));
  if (types.length === 0 || values.length === 0 || isImportOrExport(node.parent)) return declarations;
  const isInType = ts.findAncestor(node, (each) => ts.isTypeNode(each) || ts.isStatement(each));
  const asksType = isInType !== undefined && ts.isTypeNode(isInType) && !ts.findAncestor(node, ts.isTypeQueryNode);
  return asksType ? declarations.filter((each) => isType(each) || ts.isClassDeclaration(each)) : values;
}

function declarationPlace(declaration) {
  const source = declaration.getSourceFile();
  const name = ts.getNameOfDeclaration(declaration);
  if (name !== undefined) return placeAt(source, name);
  const word = declaration.getChildren(source).find(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  return placeAt(source, word ?? declaration);
}

function placeAt(source, node) {
  const start = node.getStart(source) + (ts.isStringLiteral(node) ? 1 : 0);
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  return `${relative(root, source.fileName)}:${line + 1}:${character + 1}`;
}

/** The aliases of modules that the project declares. */
function pathsOf(file) {
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  if (config === undefined) return {};
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const { paths, baseUrl, pathsBasePath, customConditions, types, jsx, jsxImportSource } = parsed.options;
  return JSON.parse(JSON.stringify({ paths, baseUrl, pathsBasePath, customConditions, types, jsx, jsxImportSource }));
}

function write(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
