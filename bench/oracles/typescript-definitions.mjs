/** The definitions that the TypeScript compiler finds in a TypeScript or JavaScript file. */
import ts from 'typescript';

const kinds = {
  FunctionDeclaration: 'function',
  ClassDeclaration: 'class',
  ClassExpression: 'class',
  InterfaceDeclaration: 'interface',
  TypeAliasDeclaration: 'type',
  EnumDeclaration: 'enum',
  EnumMember: 'enum member',
  ModuleDeclaration: 'namespace',
  MethodDeclaration: 'method',
  Constructor: 'method',
  GetAccessor: 'method',
  SetAccessor: 'method',
  PropertyDeclaration: 'field',
};

export async function* typescriptDefinitions(files) {
  for await (const { path, text } of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path));
    if (source.parseDiagnostics.length > 0) {
      yield { path, error: ts.flattenDiagnosticMessageText(source.parseDiagnostics[0].messageText, '\n') };
    } else yield { path, definitions: definitionsIn(source) };
  }
}

/** Any JavaScript file may contain JSX. */
function scriptKind(path) {
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
}

function definitionsIn(source) {
  const found = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const add = (kind, name, node, at = node) => {
    const start = lineOf(node.getStart(source));
    found.push({ name, kind, start, line: lineOf(at.getStart(source)) });
  };
  const visit = (node) => {
    const kind = kinds[ts.SyntaxKind[node.kind]];
    const name = node.name && nameOf(node.name, source);
    if (kind === 'method' && ts.isConstructorDeclaration(node)) add(kind, 'constructor', node);
    else if (kind !== undefined && name !== undefined) add(kind, name, node, node.name);
    else if (isMemberOfType(node) && name !== undefined) {
      add(ts.isMethodSignature(node) ? 'interface method' : 'interface field', name, node, node.name);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const statement = node.parent.parent;
      if (isFunction(node.initializer)) add('function value', name, statement, node.name);
      else if (isTop(statement)) add('top-level value', name, statement, node.name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(name, source) {
  if (ts.isComputedPropertyName(name)) return name.getText(source);
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

/** Members of an interface, or of a type alias that is one object type. */
function isMemberOfType(node) {
  if (!ts.isPropertySignature(node) && !ts.isMethodSignature(node)) return false;
  return (
    ts.isInterfaceDeclaration(node.parent) ||
    (ts.isTypeLiteralNode(node.parent) && ts.isTypeAliasDeclaration(node.parent.parent))
  );
}

function isFunction(node) {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function isTop(statement) {
  return ts.isVariableStatement(statement) && (ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent));
}
