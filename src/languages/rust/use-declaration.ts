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
  return tree === null ? [] : namesIn(tree).map((parts) => ({ ...parts, reexport }));
}

/** A path that is longer names nothing: nested groups would make as many copies of it as there are names. */
const maxPathLength = 2_000;

/** In the order of the text. Groups may be nested thousands of levels deep, so this must not recurse. */
function namesIn(tree: Node): ImportParts[] {
  const found: ImportParts[] = [];
  /** The next one last; `prefix` is the path of the enclosing groups, as written. */
  const open: { readonly tree: Node; readonly prefix: string }[] = [{ tree, prefix: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, prefix } = next;
    if (prefix.length > maxPathLength) continue;
    switch (tree.type) {
      case 'use_list':
        for (const child of tree.namedChildren.toReversed()) if (child !== null) open.push({ tree: child, prefix });
        break;
      case 'scoped_use_list': {
        const list = tree.childForFieldName('list');
        if (list !== null) open.push({ tree: list, prefix: join(prefix, tree.childForFieldName('path')) });
        break;
      }
      case 'use_wildcard':
        found.push({ source: join(prefix, tree.namedChildren[0]), name: '*' });
        break;
      case 'use_as_clause': {
        const alias = tree.childForFieldName('alias')?.text;
        const path = tree.childForFieldName('path');
        if (path !== null) found.push({ ...taken(join(prefix, path)), ...(alias === undefined ? {} : { alias }) });
        break;
      }
      case 'line_comment':
      case 'block_comment':
      case 'ERROR':
        break;
      default:
        found.push(taken(join(prefix, tree)));
    }
  }
  return found;
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
