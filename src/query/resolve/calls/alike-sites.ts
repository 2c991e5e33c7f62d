/** Sites of one symbol with the same text have the same meaning, unless a name changes its meaning from line to line. */
import type { SourceFile } from '../../../languages/entity.ts';
import type { SymbolRecord } from '../../../store/store.ts';

/** Whether the meaning of a name or of a member of `receiver` depends on the line. */
export function dependsOnLine(source: SourceFile, name: string, receiver: string | undefined): boolean {
  const head = /^[\p{L}\p{N}_$]+/u.exec(receiver ?? name)?.[0] ?? '';
  return source.bindings.has(head) || dependsOnBlock(source, head || name);
}

/** By the declarations of a name in a file: there may be thousands, and as many sites that ask. */
const known = new WeakMap<readonly SymbolRecord[], boolean>();

/** Whether a name has another meaning in some blocks of a file: declared in one, or imported and declared again. */
function dependsOnBlock({ byName, imports }: SourceFile, name: string): boolean {
  const declared = byName.get(name);
  if (declared === undefined) return false;
  const depends =
    known.get(declared) ??
    (declared.some(({ blockStart }) => blockStart !== undefined) ||
      imports.some((fact) => (fact.alias ?? fact.name) === name));
  known.set(declared, depends);
  return depends;
}
