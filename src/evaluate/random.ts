/** A seeded random number generator, and random samples. */
export function randomFrom(seed: string | number): () => number {
  let state = 0;
  for (const character of String(seed)) state = (Math.imul(state, 31) + (character.codePointAt(0) as number)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` items uniformly, without replacement, in random order. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const pool = [...items];
  const size = Math.min(count, pool.length);
  for (let at = 0; at < size; at++) {
    const from = at + Math.floor(random() * (pool.length - at));
    [pool[at], pool[from]] = [pool[from] as Item, pool[at] as Item];
  }
  return pool.slice(0, size);
}
