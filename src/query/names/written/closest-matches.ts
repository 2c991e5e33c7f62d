/** Compares symbols with the qualifiers of a written name, which must match their scope or path. */
import { separatorOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';

/** Returns the symbols that best match the qualifiers; empty if none does. Those in the same case are better. */
export function closest<Symbol extends QualifiedSymbol>(
  symbols: readonly Symbol[],
  qualifiers: readonly string[],
): Symbol[] {
  const matches = new ClosestMatches<Symbol>(qualifiers);
  for (const symbol of symbols) matches.add(symbol, symbol);
  return matches.found;
}

/** The fields that qualifiers are compared with. */
export type QualifiedSymbol = Pick<SymbolRecord, 'path' | 'language' | 'module' | 'scope'>;

/** Collects the closest of many symbols in one pass. What symbols have in common is split once. */
export class ClosestMatches<Symbol> {
  found: Symbol[] = [];
  readonly #wanted: Spellings;
  /** The index of the level that the found symbols match at. */
  #level = levels.length;
  readonly #split = new Map<string, Spellings>();

  constructor(qualifiers: readonly string[]) {
    this.#wanted = spellingsOf(qualifiers);
  }

  add(symbol: Symbol, { path, language, module, scope }: QualifiedSymbol): void {
    const separator = separatorOf(language);
    const parts: Parts = {
      folders: this.#once(`/${path}`, () => foldersOf(path)),
      module: this.#once(`${separator}${module}`, () => partsOf(module, separator)),
      scope: this.#once(`${separator}${scope}`, () => partsOf(scope, separator)),
    };
    for (const [level, matches] of levels.entries()) {
      if (level > this.#level) return;
      if (!matches(parts, this.#wanted)) continue;
      if (level < this.#level) this.found = [];
      this.#level = level;
      this.found.push(symbol);
      return;
    }
  }

  #once(key: string, split: () => string[]): Spellings {
    const known = this.#split.get(key);
    if (known !== undefined) return known;
    // Symbols come file by file, so few of the older entries are needed again.
    if (this.#split.size === maxSplit) this.#split.clear();
    const made = spellingsOf(split());
    this.#split.set(key, made);
    return made;
  }
}

const maxSplit = 10_000;

interface Spellings {
  readonly asWritten: readonly string[];
  readonly inLowerCase: readonly string[];
}

function spellingsOf(parts: readonly string[]): Spellings {
  return { asWritten: parts, inLowerCase: parts.map((part) => part.toLowerCase()) };
}

interface Parts {
  readonly folders: Spellings;
  readonly module: Spellings;
  readonly scope: Spellings;
}

/** How qualifiers match, best first. */
const levels: readonly ((parts: Parts, wanted: Spellings) => boolean)[] = [
  (parts, wanted) => endsWith(parts, wanted, 'asWritten'),
  (parts, wanted) => endsWith(parts, wanted, 'inLowerCase'),
  // A package, a folder or a re-exporting module may omit inner parts of the path.
  (parts, wanted) => holdsInOrder(parts, wanted, 'asWritten'),
  (parts, wanted) => holdsInOrder(parts, wanted, 'inLowerCase'),
];

function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .flatMap((part) => part.split(/[\\/]/))
    .filter((part) => part !== '');
}

function foldersOf(path: string): string[] {
  return path.replace(/\.[^./]*$/, '').split('/');
}

/** Whether the module and the scope end with what is wanted. */
function endsWith({ module, scope }: Parts, spellings: Spellings, as: keyof Spellings): boolean {
  const wanted = spellings[as];
  const parts = [...module[as], ...scope[as]];
  const offset = parts.length - wanted.length;
  return offset >= 0 && wanted.every((part, index) => parts[offset + index] === part);
}

function holdsInOrder(parts: Parts, wanted: Spellings, as: keyof Spellings): boolean {
  let count = 0;
  for (const { [as]: each } of [parts.folders, parts.module, parts.scope]) {
    for (const part of each) if (part === wanted[as][count]) count++;
  }
  return count === wanted[as].length;
}
