/**
 * A pausing reader reads a store like any other, gives the event loop a turn now and then, and stops at the signal of
 * the call. A store may read synchronously: without the turns, a long query delays all other calls, and the message
 * that cancels it is not received before its end.
 */
import type { StoreReader } from '../../store/store.ts';
import type { Turns } from './pausing-call.ts';

export function pausingReader(store: StoreReader, call: Turns): StoreReader {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const read = target[name as keyof StoreReader] as (...args: unknown[]) => Promise<unknown>;
      const pausing = (...args: unknown[]): Promise<unknown> =>
        call.isDue() ? call.pause().then(() => read.apply(target, args)) : read.apply(target, args);
      methods.set(name, pausing);
      return pausing;
    },
  });
}
