/**
 * The identity of a symbol: which anonymous scope contains it, and an id made of what does not move: language, kind,
 * qualified name (module, scope, name), and the ordinal among namesakes in the same scope. Lines do not count, so an edit
 * elsewhere in the file leaves the id as it is; so does a new name of the file, unless the path is part of the module.
 */
import type { Tree } from 'web-tree-sitter';
import type { Language, Span } from '../../languages/language.ts';
import type { Declaration, SymbolFact } from '../../model.ts';
import { hashParts } from '../../text/hash-parts.ts';
import type { LineIndex } from '../../text/line-index.ts';
import { anonymousScopes } from './anonymous-scopes.ts';
import { collapse } from './signature.ts';
import type { FoundSymbols } from './symbols.ts';

const idBytes = 8;
const maxLabelLength = 200;
/** Characters read for a label of that length, including white space. */
const maxReadLength = 10 * maxLabelLength;

export function identify(
  language: Language,
  module: string,
  text: string,
  lines: LineIndex,
  found: FoundSymbols,
  tree: Tree,
  isLate: () => boolean,
): SymbolFact[] {
  const types = language.anonymousScopes;
  const scopes = types === undefined ? new Map<number, Span>() : anonymousScopes(found, types, tree, isLate);
  const places = new Places();
  const ordinals = new Map<string, number>();
  const languageName = language.dialectOf ?? language.name;
  return found.symbols.map((symbol, index) => {
    if (isLate()) return { ...symbol, place: 0, stableId: '' };
    const scope = scopes.get(index);
    const { place, label } = places.add(symbol, scope?.start, scope && labelOf(text, lines, scope));
    const parts = [languageName, symbol.kind, module, symbol.scope, symbol.name, label];
    const key = parts.join('\0');
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    const stableId = Buffer.from(hashParts([...parts, String(ordinal)], idBytes)).toString('hex');
    if (scope === undefined) return { ...symbol, place, stableId };
    const [blockStart, blockEnd] = [lines.lineAt(scope.start), lines.lineAt(Math.max(scope.start, scope.end - 1))];
    return { ...symbol, place, blockStart, blockEnd, stableId };
  });
}

/** The places of the symbols so far. A symbol is in the place of its parent, unless an anonymous scope is in between. */
class Places {
  readonly #numbers = new Map<string, number>();
  readonly #bySymbol: { place: number; label: string }[] = [];

  /** `start` and `label` describe the anonymous scope directly around the symbol. */
  add({ kind, parent, signature }: Declaration, start?: number, label?: string): { place: number; label: string } {
    const outer = this.#bySymbol[parent] ?? { place: 0, label: '' };
    // Several impl blocks of a type differ by what they implement; those with equal headers are one.
    const header = kind === 'impl' ? signature : undefined;
    const own = [label, header].filter((part) => part !== undefined);
    const found =
      own.length === 0
        ? outer
        : { place: this.#number([outer.place, start, header]), label: [outer.label, ...own].join('\0') };
    this.#bySymbol.push(found);
    return found;
  }

  #number(key: readonly (string | number | undefined)[]): number {
    const text = key.join('\0');
    const known = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, known);
    return known;
  }
}

/** Names an anonymous scope by the text before it on its line: `describe('login', () =>`. */
function labelOf(text: string, lines: LineIndex, { start }: Span): string {
  const from = Math.max(lines.startOf(lines.lineAt(start)), start - maxReadLength);
  return `${collapse(text.slice(from, start)).slice(-maxLabelLength)} {`;
}
