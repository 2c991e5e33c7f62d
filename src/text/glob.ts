/**
 * A glob is a compiled path pattern: a list of tokens, each of which consumes characters of a path. All ways to match
 * are followed at once, so the cost is at most the length of the path times the number of tokens, whatever the pattern.
 */

export interface Glob {
  readonly kinds: readonly Kind[];
  /** The character of a literal, or the number of a set. */
  readonly values: readonly number[];
  readonly sets: readonly CharacterSet[];
  /** Every match contains this text. Most paths do not, and searching for it is fast. */
  readonly needle: string;
}

/** Holds 1 at each character of the set. Characters above 255 are in no set. */
export type CharacterSet = Uint8Array;

/** Counts the work of matching: one step per token that looks at a character. Below zero, matching has stopped. */
export interface Steps {
  left: number;
}

const kind = { literal: 0, any: 1, set: 2, star: 3, deep: 4, enter: 5, descend: 6, end: 7 } as const;
type Kind = (typeof kind)[keyof typeof kind];

/** Searching for a longer text could take as long as matching. */
const maxNeedle = 16;

export class GlobBuilder {
  readonly #kinds: Kind[] = [];
  readonly #values: number[] = [];
  readonly #sets: CharacterSet[] = [];

  literal(character: number): this {
    return this.#add(kind.literal, character);
  }

  /** One character of a name. */
  any(): this {
    return this.#add(kind.any);
  }

  /** One character of a set. */
  set(set: CharacterSet): this {
    return this.#add(kind.set, this.#sets.push(set) - 1);
  }

  /** Any part of a name. */
  star(): this {
    return this.#add(kind.star);
  }

  /** Any part of a path. */
  deep(): this {
    return this.#add(kind.deep);
  }

  /** Nothing, or any part of a path that ends with a slash. */
  folders(): this {
    // Twice in a row says the same.
    return this.#kinds.at(-1) === kind.descend ? this : this.#add(kind.enter).#add(kind.descend);
  }

  build(): Glob {
    return { kinds: [...this.#kinds, kind.end], values: this.#values, sets: this.#sets, needle: this.#needle() };
  }

  /** Returns the longest run of literals, up to a length. */
  #needle(): string {
    let [needle, run] = ['', ''];
    for (const [at, added] of this.#kinds.entries()) {
      run = added === kind.literal ? run + String.fromCodePoint(this.#values[at] as number) : '';
      if (run.length > needle.length) needle = run;
      if (needle.length >= maxNeedle) break;
    }
    return needle;
  }

  #add(added: Kind, value = 0): this {
    this.#kinds.push(added);
    this.#values.push(value);
    return this;
  }
}

/** Whether a glob matches a text from a position to its end, or, with `orFolder`, to one of its slashes. */
export function globMatches(glob: Glob, text: string, from: number, steps: Steps, orFolder = false): boolean {
  const { kinds, values, sets, needle } = glob;
  steps.left -= 1 + ((text.length - from) >> 3);
  if (steps.left < 0 || !text.includes(needle, from)) return false;
  const end = kinds.length - 1;
  let [states, next] = reserve(kinds.length);
  let count = enter(kinds, 0, states, 0, ++turn);
  for (let at = from; at < text.length; at++) {
    const character = text.codePointAt(at) as number;
    if (character > 0xffff) at++;
    const isSlash = character === slash;
    steps.left -= count;
    if (steps.left < 0) return false;
    turn++;
    let nextCount = 0;
    for (let index = 0; index < count; index++) {
      const state = states[index] as number;
      const value = values[state] as number;
      switch (kinds[state]) {
        case kind.literal:
          if (character === value) nextCount = enter(kinds, state + 1, next, nextCount, turn);
          break;
        case kind.any:
          if (!isSlash) nextCount = enter(kinds, state + 1, next, nextCount, turn);
          break;
        case kind.set:
          if (sets[value]?.[character] === 1) nextCount = enter(kinds, state + 1, next, nextCount, turn);
          break;
        case kind.star:
          if (!isSlash) nextCount = enter(kinds, state, next, nextCount, turn);
          break;
        case kind.deep:
          nextCount = enter(kinds, state, next, nextCount, turn);
          break;
        case kind.descend:
          nextCount = enter(kinds, state, next, nextCount, turn);
          if (isSlash) nextCount = enter(kinds, state + 1, next, nextCount, turn);
          break;
        case kind.end:
          if (orFolder && isSlash) return true;
      }
    }
    if (nextCount === 0) return false;
    [states, next] = [next, states];
    count = nextCount;
  }
  for (let index = 0; index < count; index++) if (states[index] === end) return true;
  return false;
}

const slash = '/'.charCodeAt(0);

/** The turn in which each state was entered, so that it is entered once. */
let entered = new Uint32Array(256);
let lists: [Uint32Array, Uint32Array] = [new Uint32Array(256), new Uint32Array(256)];
let turn = 0;

/** Returns two lists for the states of a glob. They are shared, because matching never calls back. */
function reserve(states: number): [Uint32Array, Uint32Array] {
  // The turns are stored in 32 bits.
  if (entered.length < states || turn > 0xf000_0000) {
    const length = Math.max(entered.length, 2 * states);
    entered = new Uint32Array(length);
    lists = [new Uint32Array(length), new Uint32Array(length)];
    turn = 0;
  }
  return lists;
}

/** Adds a state and those that follow it without a character. Returns the new length of the list. */
function enter(kinds: readonly Kind[], first: number, list: Uint32Array, length: number, now: number): number {
  let count = length;
  for (let state = first; ; ) {
    const entering = kinds[state];
    if (entered[state] === now) return count;
    entered[state] = now;
    if (entering === kind.enter) {
      // The folders may be absent. Once within them, only a slash leads out.
      if (entered[state + 1] !== now) {
        entered[state + 1] = now;
        list[count++] = state + 1;
      }
      state += 2;
      continue;
    }
    list[count++] = state;
    if (entering !== kind.star && entering !== kind.deep) return count;
    state++;
  }
}
