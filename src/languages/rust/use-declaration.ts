/** Splits a `use` into imports: one for each name, in nested groups as well. */
import type { Node } from 'web-tree-sitter';
import type { ImportParts } from '../language.ts';

export function importsIn(statement: Node): ImportParts[] {
  const reexport = statement.namedChildren[0]?.type === 'visibility_modifier';
  if (statement.type === 'extern_crate_declaration') {
    const name = statement.childForFieldName('name');
    const alias = statement.childForFieldName('alias');
    return name === null ? [] : [{ source: name.text, ...(alias ? { alias: alias.text } : {}), reexport }];
  }
  const tree = statement.childForFieldName('argument');
  return tree === null ? [] : namesIn(tree, '').map((parts) => ({ ...parts, reexport }));
}

/** `prefix` is the path of the enclosing groups, as written. */
function namesIn(tree: Node, prefix: string): ImportParts[] {
  switch (tree.type) {
    case 'use_list':
      return tree.namedChildren.flatMap((child) => (child === null ? [] : namesIn(child, prefix)));
    case 'scoped_use_list': {
      const list = tree.childForFieldName('list');
      return list === null ? [] : namesIn(list, join(prefix, tree.childForFieldName('path')));
    }
    case 'use_wildcard':
      return [{ source: join(prefix, tree.namedChildren[0]), name: '*' }];
    case 'use_as_clause': {
      const alias = tree.childForFieldName('alias')?.text;
      const path = tree.childForFieldName('path');
      return path === null ? [] : [{ ...taken(join(prefix, path)), ...(alias === undefined ? {} : { alias }) }];
    }
    case 'line_comment':
    case 'block_comment':
    case 'ERROR':
      return [];
    default:
      return [taken(join(prefix, tree))];
  }
}

/** `std::fmt::Display` → `Display` from `std::fmt`; `std::fmt::self` → the module itself. */
function taken(path: string): ImportParts {
  const cut = path.lastIndexOf('::');
  if (cut <= 0) return { source: path };
  const name = path.slice(cut + 2);
  return name === 'self' ? { source: path.slice(0, cut) } : { source: path.slice(0, cut), name };
}

function join(prefix: string, path: Node | null | undefined): string {
  const written = path?.text.replace(/\s+/g, '') ?? '';
  return prefix === '' || written === '' ? prefix + written : `${prefix}::${written}`;
}
