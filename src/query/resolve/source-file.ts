/** A source file is what call resolution knows of one file version: its symbols, imports and bindings, kept while they are asked for. */
import type { BindingFact, ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { LruCache } from '../view/lru-cache.ts';
import type { RefView } from '../view/ref-view.ts';

export interface SourceFile {
  readonly file: FileVersion;
  readonly symbols: readonly SymbolRecord[];
  readonly imports: readonly ImportFact[];
  readonly bindings: ReadonlyMap<string, readonly BindingFact[]>;
  readonly byName: ReadonlyMap<string, readonly SymbolRecord[]>;
}

/** A place in a source file, where names have a meaning. */
export interface CodePosition {
  readonly source: SourceFile;
  /** Position of the enclosing symbol, or -1. */
  readonly within: number;
  readonly line: number;
}

/** Files that are kept; a large one takes a few hundred kilobytes. */
const maxFiles = 256;

export async function sourceFile(view: RefView, file: FileVersion): Promise<SourceFile> {
  const cache = await view.derived(filesCache);
  return cache.get(file.id) ?? cache.set(file.id, await load(view, file));
}

export async function sourceOf(view: RefView, symbol: SymbolRecord): Promise<SourceFile> {
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) throw new Error(`${symbol.path} is not of the ref that is asked.`);
  return sourceFile(view, file);
}

/** The symbols around a place, the innermost first. */
export function* enclosing({ source, within }: CodePosition): Generator<SymbolRecord> {
  for (let symbol = source.symbols[within]; symbol !== undefined; symbol = source.symbols[symbol.parent]) yield symbol;
}

function filesCache(): LruCache<number, SourceFile> {
  return new LruCache(maxFiles);
}

async function load(view: RefView, file: FileVersion): Promise<SourceFile> {
  const symbols = await view.store.symbols(file);
  return {
    file,
    symbols,
    imports: await view.store.imports(file),
    bindings: grouped(await view.store.bindings(file)),
    byName: grouped(symbols),
  };
}

function grouped<Item extends { readonly name: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group === undefined) groups.set(item.name, [item]);
    else group.push(item);
  }
  return groups;
}
