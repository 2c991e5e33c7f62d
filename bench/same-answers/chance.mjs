/** A seeded random generator; the seed may be any text. */
export function chanceFrom(seed) {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (list) => list[below(list.length)];
  const shuffled = (list) => {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at--) {
      const other = below(at + 1);
      [copy[at], copy[other]] = [copy[other], copy[at]];
    }
    return copy;
  };
  /** Picks one of the choices by weight. */
  const weighted = (choices) => {
    let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices[0][1];
  };
  return { next, below, pick, shuffled, weighted, is: (share) => next() < share };
}
