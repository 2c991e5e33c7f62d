/**
 * Anonymous scopes have no symbol of their own: callbacks, blocks, object literals, anonymous classes. They are looked
 * up in the syntax tree only for symbols that share parent and name, since capturing every block would slow down parsing.
 */
import type { Node, Tree } from 'web-tree-sitter';
import type { Span } from '../../languages/language.ts';
import type { FoundSymbols } from './symbols.ts';

/** Namesakes per file that are looked up; only generated files have more. */
const maxLookUps = 5_000;

/** Returns the innermost anonymous scope of each symbol that has a namesake in another scope, by index. */
export function anonymousScopes(
  found: FoundSymbols,
  types: ReadonlySet<string>,
  tree: Tree,
  isLate: () => boolean,
): Map<number, Span> {
  const scopes = new Map<number, Span>();
  let left = maxLookUps;
  const root = tree.rootNode;
  for (const group of namesakes(found)) {
    left -= group.length;
    if (left < 0) break;
    const around: (Span | undefined)[] = [];
    for (const index of group) {
      if (isLate()) return scopes;
      around.push(scopeAround(root, types, found, index));
    }
    if (new Set(around.map((scope) => scope?.start ?? -1)).size === 1) continue;
    for (const [at, scope] of around.entries()) if (scope !== undefined) scopes.set(group[at] as number, scope);
  }
  return scopes;
}

/** Groups of symbols with the same name directly inside the same symbol, or at top level. */
function namesakes({ symbols, spans }: FoundSymbols): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { name, kind, parent }] of symbols.entries()) {
    const inner = spans[index] as Span;
    const outer = spans[parent];
    // A member that is declared outside its type, or assigned in a method, belongs to the type wherever it is.
    const isInside = outer === undefined || (outer.start <= inner.start && inner.end <= outer.end);
    if (kind === 'impl' || inner.start === inner.end || !isInside) continue;
    const key = `${parent} ${name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Descends to the symbol; the body of its parent is not an anonymous scope. */
function scopeAround(
  root: Node,
  types: ReadonlySet<string>,
  { symbols, spans, bodyStarts, nameStarts }: FoundSymbols,
  index: number,
): Span | undefined {
  const { start, end } = spans[index] as Span;
  const parent = symbols[index]?.parent ?? -1;
  const after = parent === -1 ? -1 : (bodyStarts[parent] as number);
  const offset = nameStarts[index] as number;
  let scope: Span | undefined;
  let node = root.firstChildForIndex(offset);
  while (node !== null && node.startIndex <= offset && (node.startIndex < start || node.endIndex > end)) {
    if (node.startIndex > after && types.has(node.type)) scope = { start: node.startIndex, end: node.endIndex };
    node = node.firstChildForIndex(offset);
  }
  return scope;
}
