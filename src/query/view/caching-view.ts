/**
 * A view that caches what it reads from files. One answer often reads the text, symbols and references of the same file
 * several times. Later answers often use the same files, so texts and spans are also kept in bounded caches across
 * answers.
 */
import type { FileVersion, StoreReader, SymbolSpan } from '../../store/store.ts';
import { LruCache } from './lru-cache.ts';
import type { RefView } from './ref-view.ts';

/** Per publication. Large files take the most time and are read the most, so this covers half of all reads. */
const maxTextLength = 8_000_000;
const maxSpans = 20_000;

export function cachingView(view: RefView): RefView {
  const known = views.get(view);
  if (known !== undefined) return known;
  const made: RefView = { ...view, store: rememberingStore(view) };
  views.set(view, made).set(made, made);
  return made;
}

const views = new WeakMap<RefView, RefView>();

function rememberingStore(view: RefView): StoreReader {
  const { store } = view;
  const symbols = remembered((version) => store.symbols(version));
  const references = remembered((version) => store.references(version));
  const own: Partial<StoreReader> = {
    symbols,
    references,
    text: remembered(async (version) => {
      const cache = await view.derived(textsCache);
      return cache.get(version.id) ?? cache.set(version.id, await store.text(version));
    }),
    async spans(version, kinds) {
      const cache = await view.derived(spansCache);
      const key = `${version.id} ${kinds}`;
      return cache.get(key) ?? cache.set(key, await store.spans(version, kinds));
    },
  };
  return new Proxy(store, {
    get: (target, name: keyof StoreReader) => own[name] ?? (target[name] as (...args: never) => unknown).bind(target),
  });
}

function textsCache(): LruCache<number, string> {
  return new LruCache(maxTextLength, (text) => text.length);
}

function spansCache(): LruCache<string, SymbolSpan[]> {
  return new LruCache(maxSpans, (spans) => spans.length);
}

function remembered<Value>(read: (version: FileVersion) => Promise<Value>): (version: FileVersion) => Promise<Value> {
  const values = new Map<number, Promise<Value>>();
  return (version) => {
    const value = values.get(version.id) ?? read(version);
    values.set(version.id, value);
    return value;
  };
}
