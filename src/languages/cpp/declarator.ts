/** A declarator of C or C++: a name wrapped in pointers, arrays, parameter lists and brackets, to any depth. */
import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../model.ts';
import type { Declared } from '../language.ts';

/** A function if the parameter list is directly next to the name; otherwise the kind in the query. */
export function declaredBy(declarator: Node, kind: SymbolKind): Declared | undefined {
  let node: Node | null = declarator;
  let ownerStart: number | undefined;
  let nextToName = '';
  let pointer: Node | undefined;
  while (node !== null) {
    switch (node.type) {
      case 'identifier':
      case 'field_identifier':
      case 'type_identifier':
      // `typedef long ssize_t`: the grammar has some types as keywords.
      case 'primitive_type':
      case 'operator_name':
      case 'destructor_name': {
        const name = { start: node.startIndex, end: node.endIndex };
        return found(declarator, kind, name, ownerStart, nextToName === 'function_declarator', pointer);
      }
      case 'operator_cast': {
        const type = node.childForFieldName('type');
        const name = { start: node.startIndex, end: (type ?? node).endIndex };
        return found(declarator, kind, name, ownerStart, true, pointer);
      }
      case 'qualified_identifier':
        if (node.childForFieldName('scope') !== null) ownerStart ??= node.startIndex;
        node = node.childForFieldName('name');
        break;
      case 'template_function':
      case 'dependent_name':
        node = node.childForFieldName('name') ?? node.namedChild(0);
        break;
      case 'parenthesized_declarator':
      case 'reference_declarator':
      case 'attributed_declarator':
        node = node.namedChildren.find((child) => /identifier|declarator|_name$/.test(child?.type ?? '')) ?? null;
        break;
      case 'pointer_declarator':
        pointer = node;
        nextToName = node.type;
        node = node.childForFieldName('declarator');
        break;
      case 'init_declarator':
        node = node.childForFieldName('declarator');
        break;
      case 'function_declarator':
      case 'array_declarator':
        nextToName = node.type;
        node = node.childForFieldName('declarator');
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function found(
  declarator: Node,
  kind: SymbolKind,
  name: Declared['name'],
  ownerStart: number | undefined,
  isFunction: boolean,
  pointer: Node | undefined,
): Declared | undefined {
  const owner = ownerStart === undefined ? undefined : { start: ownerStart, end: name.start };
  if (kind === 'type') return { name, owner };
  const parent = declarator.parent ?? declarator;
  if (isFunction) {
    // The end of a prototype (`= 0`) belongs to it; a variable may follow others or a struct.
    const node = parent.type === 'ERROR' ? declarator : parent;
    return { name, owner, kind: owner === undefined ? 'fn' : 'method', node };
  }
  if (kind === 'fn') return undefined;
  if (owner !== undefined) return { name, owner, kind: 'field' };
  if (kind === 'const' && pointer !== undefined && !isConstant(declarator, pointer)) return { name, kind: 'variable' };
  if (parent.type === 'field_declaration' && isAlone(parent)) return { name, node: parent };
  return { name };
}

/** The value of a field and the width of a bit field belong to it as well. */
function isAlone(parent: Node): boolean {
  if (parent.childrenForFieldName('declarator').length > 1) return false;
  return parent.childForFieldName('type')?.childForFieldName('body') == null;
}

/** `const char *name` can be reassigned, `char *const name` and `constexpr char *name` cannot. */
function isConstant(declarator: Node, pointer: Node): boolean {
  const words = (node: Node | null) =>
    (node?.namedChildren ?? []).filter((child) => child?.type === 'type_qualifier').map((child) => child?.text);
  return words(pointer).includes('const') || words(declarator.parent).includes('constexpr');
}
