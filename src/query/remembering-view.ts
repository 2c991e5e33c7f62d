/**
 * A view that remembers what it has read of a file for as long as it lasts: one answer often asks the same file for its
 * text, its symbols and its references several times.
 */
import type { FileVersion, StoreReader } from '../store/store.ts';
import type { RefView } from './ref-view.ts';

export function remembering(view: RefView): RefView {
  const known = views.get(view);
  if (known !== undefined) return known;
  const made: RefView = { ...view, store: rememberingStore(view.store) };
  views.set(view, made).set(made, made);
  return made;
}

const views = new WeakMap<RefView, RefView>();

function rememberingStore(store: StoreReader): StoreReader {
  const text = remembered((version) => store.text(version));
  const symbols = remembered((version) => store.symbols(version));
  const references = remembered((version) => store.references(version));
  const own: Partial<StoreReader> = { text, symbols, references };
  return new Proxy(store, {
    get: (target, name: keyof StoreReader) => own[name] ?? (target[name] as (...args: never) => unknown).bind(target),
  });
}

function remembered<Value>(read: (version: FileVersion) => Promise<Value>): (version: FileVersion) => Promise<Value> {
  const values = new Map<number, Promise<Value>>();
  return (version) => {
    const value = values.get(version.id) ?? read(version);
    values.set(version.id, value);
    return value;
  };
}
