/**
 * The texts that a regular expression requires: each line that matches contains one text of every set. They select the
 * files and lines to search, so nothing is claimed where the syntax is not understood. The expression has been compiled
 * before; its syntax is that of RE2.
 */

/** Texts of which a matching line contains at least one. */
export type TextSet = readonly string[];

/** The sets of an expression, none if nothing is known. */
export function requiredTexts(pattern: string): readonly TextSet[] {
  try {
    return new Reader(pattern).read();
  } catch (thrown) {
    if (thrown instanceof UnknownSyntax) return [];
    throw thrown;
  }
}

/** The number of instructions that the expression takes at least, by its repetitions; 0 if it is not understood. */
export function leastSize(pattern: string): number {
  try {
    const reader = new Reader(pattern);
    reader.read();
    return reader.size;
  } catch (thrown) {
    if (thrown instanceof UnknownSyntax) return 0;
    throw thrown;
  }
}

class UnknownSyntax extends Error {}

/** More alternatives select too little. */
const maxAlternatives = 16;
/** The engine allows no deeper nesting. */
const maxDepth = 1_000;

/** What a part of an expression requires. */
interface Part {
  /** The only text that the part matches, if there is one. */
  readonly exact?: string;
  readonly sets: readonly TextSet[];
  readonly size: number;
}

const anything: Part = { sets: [], size: 1 };

class Reader {
  size = 0;
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): readonly TextSet[] {
    const part = this.#alternation();
    if (this.#at < this.#pattern.length) throw new UnknownSyntax();
    this.size = part.size;
    return setsOf(part);
  }

  #alternation(): Part {
    const branches = [this.#concatenation()];
    while (this.#take('|')) branches.push(this.#concatenation());
    const [first] = branches as [Part];
    if (branches.length === 1) return first;
    const size = branches.reduce((sum, part) => sum + part.size + 1, 0);
    const either = new Set<string>();
    for (const branch of branches) {
      const best = bestSet(setsOf(branch));
      if (best === undefined) return { sets: [], size };
      for (const text of best) either.add(text);
    }
    return { sets: either.size > maxAlternatives ? [] : [[...either]], size };
  }

  #concatenation(): Part {
    const sets: TextSet[] = [];
    let run = '';
    let isExact = true;
    let size = 0;
    const endRun = () => {
      if (run !== '') sets.push([run]);
      run = '';
      isExact = false;
    };
    while (this.#at < this.#pattern.length && !this.#isNext('|') && !this.#isNext(')')) {
      const atom = this.#atom();
      const [least, most] = this.#repetition();
      size += atom.size * Math.max(1, most === Number.POSITIVE_INFINITY ? least : most);
      if (least === 1 && most === 1 && atom.exact !== undefined) {
        run += atom.exact;
        continue;
      }
      // The first of several repetitions follows the text before it.
      if (least > 0) run += atom.exact ?? '';
      endRun();
      if (least > 0 && atom.exact === undefined) for (const set of atom.sets) sets.push(set);
    }
    if (isExact) return { exact: run, sets: [], size };
    endRun();
    return { sets, size };
  }

  #atom(): Part {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) as number);
    this.#at += character.length;
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#characterClass();
      case '.':
        return anything;
      case '^':
      case '$':
        return { exact: '', sets: [], size: 1 };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new UnknownSyntax();
      default:
        return { exact: character, sets: [], size: 1 };
    }
  }

  #group(): Part {
    if (this.#take('?')) {
      const rest = /^(?:P?<\w+>|[imsU-]*:|[imsU-]+\))/.exec(this.#pattern.slice(this.#at, this.#at + maxGroupName));
      if (rest === null) throw new UnknownSyntax();
      this.#at += rest[0].length;
      // Flags until the end of the group. Whether case counts is not decided here.
      if (rest[0].endsWith(')')) return { exact: '', sets: [], size: 0 };
    }
    if (++this.#depth > maxDepth) throw new UnknownSyntax();
    const inner = this.#alternation();
    this.#depth--;
    if (!this.#take(')')) throw new UnknownSyntax();
    return inner;
  }

  #characterClass(): Part {
    this.#take('^');
    for (let isFirst = true; !this.#take(']') || isFirst; isFirst = false) {
      // The first bracket is a character of the class, and was taken by the condition.
      if (isFirst && this.#pattern[this.#at - 1] === ']') continue;
      if (this.#at >= this.#pattern.length) throw new UnknownSyntax();
      const end = this.#isNext('[:') ? this.#pattern.indexOf(':]', this.#at + 2) : -1;
      if (end !== -1) this.#at = end + 2;
      else this.#at += this.#isNext('\\') ? 2 : 1;
    }
    return anything;
  }

  #escape(): Part {
    const letter = this.#pattern[this.#at++] ?? '';
    if (/[dDwWsS]/.test(letter)) return anything;
    if (/[bBAz]/.test(letter)) return { exact: '', sets: [], size: 1 };
    const control = controls.get(letter);
    if (control !== undefined) return { exact: control, sets: [], size: 1 };
    if (letter === 'p' || letter === 'P') {
      const end = this.#isNext('{') ? this.#pattern.indexOf('}', this.#at) : this.#at;
      if (end === -1) throw new UnknownSyntax();
      this.#at = end + 1;
      return anything;
    }
    if (letter === 'Q') {
      const end = this.#pattern.indexOf('\\E', this.#at);
      const text = this.#pattern.slice(this.#at, end === -1 ? undefined : end);
      this.#at += text.length + (end === -1 ? 0 : 2);
      // A repetition after it concerns its last character only, so nothing is claimed.
      return { sets: [], size: text.length };
    }
    const code = /^(?:x(?:[\da-fA-F]{2}|\{[\da-fA-F]{1,8}\})|[0-7]{1,3}|C)/.exec(
      this.#pattern.slice(this.#at - 1, this.#at + 12),
    );
    if (code !== null) {
      this.#at += code[0].length - 1;
      return anything;
    }
    // Of the other letters and digits, no meaning is claimed.
    if (!/[!-/:-@[-`{-~ ]/.test(letter)) throw new UnknownSyntax();
    return { exact: letter, sets: [], size: 1 };
  }

  /** How often the atom before is repeated. */
  #repetition(): [least: number, most: number] {
    let [least, most] = [1, 1];
    for (;;) {
      const found = /^(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})\??/.exec(this.#pattern.slice(this.#at, this.#at + 13));
      if (found === null) return [least, most];
      const [whole, from, comma, to] = found;
      this.#at += whole.length;
      if (from === undefined) {
        if (whole[0] !== '+') least = 0;
        if (whole[0] !== '?') most = Number.POSITIVE_INFINITY;
        else most = Math.max(most, 1);
        continue;
      }
      if (comma === '' && to !== '') throw new UnknownSyntax();
      least *= Number(from);
      most *= comma === '' ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to);
    }
  }

  #isNext(text: string): boolean {
    return this.#pattern.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#isNext(text)) return false;
    this.#at += text.length;
    return true;
  }
}

const maxGroupName = 200;
const controls: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
]);

function setsOf({ exact, sets }: Part): readonly TextSet[] {
  return exact === undefined ? sets : exact === '' ? [] : [[exact]];
}

/** The set that selects most: the one whose shortest text is longest. */
export function bestSet(sets: readonly TextSet[]): TextSet | undefined {
  let best: TextSet | undefined;
  for (const set of sets) if (best === undefined || shortest(set) > shortest(best)) best = set;
  return best;
}

function shortest(set: TextSet): number {
  return set.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}
