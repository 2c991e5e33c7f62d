/** Splits a written name at the separators of all languages, in one pass over the text. */

export interface NamePart {
  readonly text: string;
  /** It follows a file: `app.py:Flask`. */
  readonly isAfterFile: boolean;
}

/** Words that begin a declaration, a frame or a call, in front of a name. */
const leading: ReadonlySet<string> = new Set(
  (
    'abstract async at attr block class const constructor data def default defp enum export extends extern final fn ' +
    'fun func function get impl in inline interface internal let macro method mod module namespace new object open ' +
    'override partial private protected protocol pub public record sealed set static struct sub template trait type ' +
    'typedef union unsafe val var virtual void'
  ).split(' '),
);

/** The parts of a name; empty if the text has none. */
export function partsOfName(written: string): NamePart[] {
  const reader = new NameReader(withoutLeadingWords(written));
  reader.read();
  return reader.parts;
}

/** `pub async fn run` → `run`. A name alone may be such a word. */
function withoutLeadingWords(text: string): string {
  let start = 0;
  for (;;) {
    let end = start;
    while (/[a-z]/.test(text[end] ?? '')) end++;
    let next = end;
    while (text[next] === ' ' || text[next] === '\t') next++;
    if (next === end || next === text.length || !leading.has(text.slice(start, end))) return text.slice(start);
    start = next;
  }
}

const closing: Readonly<Record<string, string>> = { '(': ')', '<': '>', '[': ']', '{': '}' };

class NameReader {
  readonly parts: NamePart[] = [];
  readonly #text: string;
  /** Where each opening bracket is closed. */
  readonly #pairs: ReadonlyMap<number, number>;
  #at = 0;
  #part = '';
  #isAfterFile = false;
  /** The separator in front of the part. */
  #before = '';

  constructor(text: string) {
    this.#text = text;
    this.#pairs = pairsIn(text);
  }

  read(): void {
    while (this.#at < this.#text.length) {
      if (!this.#skipGroup() && !this.#readSeparator()) this.#part += this.#text[this.#at++];
      if (this.#isOver) break;
    }
    this.#finish('');
  }

  /** The parentheses of a call end a name. */
  get #isOver(): boolean {
    return this.#text[this.#at] === '(' && this.#part.trim() !== '' && !this.#isOperator;
  }

  /** `operator()`, `operator[]` */
  get #isOperator(): boolean {
    return this.#part.endsWith('operator');
  }

  /** A group in brackets is a receiver or type in front of the name, or arguments of types. Unbalanced ones are text. */
  #skipGroup(): boolean {
    const close = closing[this.#text[this.#at] as string];
    if (close === undefined) return false;
    const end = this.#pairs.get(this.#at);
    if (end === undefined) return false;
    const inside = this.#text.slice(this.#at + 1, end);
    const isBefore = this.#part.trim() === '';
    if (this.#isOperator) return false;
    this.#at = end + 1;
    if (isBefore && (close === ')' || (close === '>' && this.parts.length === 0))) this.#takeType(inside);
    return true;
  }

  /** `(s *Server)`, `(*Server)`, `<Ls as Command>`, `<Ls>`; not `(anonymous namespace)`. */
  #takeType(inside: string): void {
    const words = inside.split(/[\s*&]+/).filter((word) => word !== '' && word !== 'mut' && word !== 'dyn');
    const type = words[1] === 'as' ? words[0] : words.at(-1);
    if (type === undefined || inside === 'anonymous namespace') return;
    for (const { text } of partsOfType(type)) this.parts.push({ text, isAfterFile: false });
  }

  #readSeparator(): boolean {
    const length = separatorAt(this.#text, this.#at);
    if (length === 0) return false;
    const separator = this.#text[this.#at] as string;
    this.#at += length;
    this.#finish(separator);
    return true;
  }

  #finish(separator: string): void {
    const text = this.#part.trim();
    this.#part = '';
    if (text !== '') {
      this.parts.push({ text, isAfterFile: this.#isAfterFile });
      this.#isAfterFile = separator === ':' && this.#before === '.' && extension.test(text);
    }
    this.#before = separator;
  }
}

function pairsIn(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const close = closing[char];
    if (close !== undefined) {
      const starts = open.get(close);
      if (starts === undefined) open.set(close, [at]);
      else starts.push(at);
    }
    // The arrow of a function type closes nothing.
    else if (text[at - 1] !== '-') {
      const start = open.get(char)?.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}

/** A type has no receiver and no leading words. */
function partsOfType(type: string): NamePart[] {
  const name = type.split(/[<[]/, 1)[0] as string;
  return name.split(/::|[.\\/]/).flatMap((text) => (text === '' ? [] : [{ text, isAfterFile: false }]));
}

const extension = /^[a-z]\w{0,4}$/;

/** Longer ones first. */
const separators = ['::', '->', '.', '#', ':', '\\', '/'];

function separatorAt(text: string, at: number): number {
  const found = separators.find((separator) => text.startsWith(separator, at));
  return found?.length ?? 0;
}
