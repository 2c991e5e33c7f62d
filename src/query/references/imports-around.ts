/** The imports of a file by the names in them: a file may have thousands, and each of their names is looked for. */
import type { ImportFact } from '../../model.ts';
import { firstAround } from './line-ranges.ts';

/** Imports of a cached file are the same list for every search. */
const known = new WeakMap<readonly ImportFact[], ImportsAround>();

export function importsAround(imports: readonly ImportFact[]): ImportsAround {
  const found = known.get(imports) ?? new ImportsAround(imports);
  known.set(imports, found);
  return found;
}

export class ImportsAround {
  readonly #byName = new Map<string, ImportFact[]>();
  readonly #byPathPart = new Map<string, ImportFact[]>();

  constructor(imports: readonly ImportFact[]) {
    let last: ImportFact | undefined;
    for (const fact of imports) {
      for (const name of new Set([fact.name, fact.alias])) if (name !== undefined) add(this.#byName, name, fact);
      // One statement may import many names from one path; the first stands for all.
      if (last === undefined || !isSameStatement(last, fact)) {
        for (const part of new Set(fact.source.split(/[^\p{L}\p{N}_$]+/u))) add(this.#byPathPart, part, fact);
      }
      last = fact;
    }
  }

  /** Returns for each of the ascending lines the import around it that names the symbol, or else its module. */
  of(name: string, lines: readonly number[]): readonly (ImportFact | undefined)[] {
    const naming = firstAround(this.#byName.get(name) ?? [], lines);
    const passing = firstAround(this.#byPathPart.get(name) ?? [], lines);
    return naming.map((fact, at) => fact ?? passing[at]);
  }
}

function isSameStatement(a: ImportFact, b: ImportFact): boolean {
  return a.source === b.source && a.lineStart === b.lineStart && a.lineEnd === b.lineEnd;
}

function add(groups: Map<string, ImportFact[]>, key: string, fact: ImportFact): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [fact]);
  else group.push(fact);
}
