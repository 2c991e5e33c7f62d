/**
 * A pausing reader reads a store like any other, gives the event loop a turn now and then, and stops at the signal of
 * the call. A store may read synchronously: without the turns, a long query delays all other calls, and the message
 * that cancels it is not received before its end.
 */
import type { Pause, StoreReader } from '../../store/store.ts';
import type { Turns } from './pausing-call.ts';

export function pausingReader(store: StoreReader, call: Turns): StoreReader {
  const pause: Pause = async () => {
    if (call.isDue()) await call.pause();
  };
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const whole = target[name as keyof StoreReader] as (...args: unknown[]) => Promise<unknown>;
      const pauseAt = readInParts[name as keyof StoreReader];
      const read = (args: unknown[]) => {
        if (pauseAt !== undefined) args[pauseAt] ??= pause;
        return whole.apply(target, args);
      };
      const pausing = (...args: unknown[]): Promise<unknown> =>
        call.isDue() ? call.pause().then(() => read(args)) : read(args);
      methods.set(name, pausing);
      return pausing;
    },
  });
}

/** The reads that may be long, with the position of their `pause` among the parameters. */
const readInParts: Partial<Record<keyof StoreReader, number>> = { symbols: 1, symbolsNamedIn: 2, symbolsNamed: 3 };
