/** A map of bounded size that evicts the least recently used values. */
export class LruCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;
  /** The most recently used key, which need not be moved. */
  #last: Key | undefined;

  /** `maxSize` is the number of values, or the sum of their sizes if `sizeOf` is given. */
  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && key !== this.#last) {
      this.#values.delete(key);
      this.#values.set(key, value);
      this.#last = key;
    }
    return value;
  }

  set(key: Key, value: Value): Value {
    this.#forget(key);
    this.#values.set(key, value);
    this.#last = key;
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.#forget(oldest);
    }
    return value;
  }

  #forget(key: Key): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
