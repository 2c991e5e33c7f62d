/** Finds where a file declares the symbols of one name: symbols have lines, and the name may occur on them twice. */
import { functionKinds, type SourceFile } from '../../languages/entity.ts';
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { FreeNumbers } from './free-numbers.ts';
import { firstFrom } from './line-ranges.ts';
import type { CodeSite } from './site-context.ts';

/** The symbols by the offsets of their names; `sites` are all places of the name in code. An impl does not declare its type. */
export function definitionsIn(
  { byName, file }: SourceFile,
  name: string,
  sites: readonly CodeSite[],
  text: string,
): ReadonlyMap<number, SymbolRecord> {
  const found = new Map<number, SymbolRecord>();
  const symbols = (byName.get(name) ?? []).filter(({ kind }) => kind !== 'impl');
  if (symbols.length === 0) return found;
  const words = languageNamed(file.language)?.definitionWords ?? [];
  const where = (isLikely: (site: CodeSite) => boolean) =>
    new FreeNumbers(sites.length, (at) => isLikely(sites[at] as CodeSite));
  const afterWord = where(({ offset }) => words.includes(wordBefore(text, offset)));
  const called = where(({ context }) => context.isCalled);
  const undecorating = where(({ context }) => !context.isDecorator);
  const any = where(() => true);
  const lines = sites.map(({ line }) => line);
  for (const symbol of symbols) {
    const from = firstFrom(lines, symbol.lineStart);
    const isInside = (at: number) => (lines[at] ?? Number.POSITIVE_INFINITY) <= symbol.lineEnd;
    const preferred = [afterWord, ...(functionKinds.has(symbol.kind) ? [called] : []), undecorating, any];
    const chosen = preferred.map((free) => free.nextFrom(from)).find(isInside);
    if (chosen === undefined) continue;
    found.set((sites[chosen] as CodeSite).offset, symbol);
    for (const free of [afterWord, called, undecorating, any]) free.take(chosen);
  }
  return found;
}

function wordBefore(text: string, offset: number): string {
  return /$(?<=(?<!\S)(\S+)\s+)/.exec(text.slice(Math.max(0, offset - 40), offset))?.[1] ?? '';
}
