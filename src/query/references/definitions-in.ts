/** Finds where a file declares the symbols of one name: symbols have lines, and the name may occur on them twice. */
import { functionKinds, type SourceFile } from '../../languages/entity.ts';
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { SiteContext } from './site-context.ts';

/** The symbols by the offsets of their names. An impl does not declare its type. */
export function definitionsIn(
  { byName, file }: SourceFile,
  name: string,
  offsets: readonly number[],
  text: string,
  lines: LineIndex,
  contexts: ReadonlyMap<number, SiteContext>,
): ReadonlyMap<number, SymbolRecord> {
  const found = new Map<number, SymbolRecord>();
  const words = languageNamed(file.language)?.definitionWords ?? [];
  for (const symbol of byName.get(name) ?? []) {
    if (symbol.kind === 'impl') continue;
    const inside = offsets.filter((offset) => {
      const line = lines.lineAt(offset);
      return symbol.lineStart <= line && line <= symbol.lineEnd && !found.has(offset);
    });
    const [first] = inside;
    if (first === undefined) continue;
    const isAfterWord = (offset: number) =>
      words.includes(/$(?<=(?<!\S)(\S+)\s+)/.exec(text.slice(Math.max(0, offset - 40), offset))?.[1] ?? '');
    const isFunction = functionKinds.has(symbol.kind);
    const chosen =
      inside.find((offset) => isAfterWord(offset)) ??
      (isFunction ? inside.find((offset) => contexts.get(offset)?.isCalled) : undefined) ??
      inside.find((offset) => !contexts.get(offset)?.isDecorator) ??
      first;
    found.set(chosen, symbol);
  }
  return found;
}
