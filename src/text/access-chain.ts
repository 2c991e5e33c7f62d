/**
 * An access chain is a chain of names, calls and indexes without the contents of their brackets: enough to resolve
 * its value (`NewStore(a, b).Get(x)` → `NewStore().Get()`), short enough to store.
 *
 * Its parts: optional `new ` and `await `, a head (a name, or `<T>` for a value of an explicit type), then `.name`,
 * `::name`, `()`, `[]`, `{}` (a literal), `?` (an unwrapped optional), `.(T)` (a type assertion).
 */
const maxLength = 160;
/** The limit on nested parentheses; chains rarely nest more than twice. */
const maxDepth = 4;

/**
 * Returns the chain at the start of `written`, or '' if it does not start with one (an operator, a literal, a
 * function).
 */
export function accessChain(written: string): string {
  return chainAt(written, 0);
}

function chainAt(written: string, depth: number): string {
  let at = 0;
  let out = '';
  let before = '';
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(written);
    if (found !== null) at = pattern.lastIndex;
    return found?.[0];
  };

  for (;;) {
    const prefix = take(/\s+|(?:await|new|mut|ref|yield from)\s+|&(?!&)|\*(?!\*)/y);
    if (prefix === undefined) break;
    if (/^(?:await|new)/.test(prefix)) before += `${prefix.trim()} `;
  }
  const head = take(/#?[\p{L}_$][\p{L}\p{N}_$]*/uy);
  if (head !== undefined) out = head;
  else if (written[at] === '(' && depth < maxDepth) {
    const end = closing(written, at);
    out = chainAt(written.slice(at + 1, end - 1), depth + 1);
    if (out === '' || before.includes('new')) return '';
    at = end;
  } else return '';
  if (
    /^(?:function|async|class|if|match|not|lambda|typeof|void|func|struct|map|chan|interface|move|unsafe|loop|None|null|nil|true|false|undefined)$/.test(
      out,
    )
  ) {
    return '';
  }

  while (at < written.length) {
    if (out.length > maxLength) return '';
    take(/\s+(?=\??\.(?!\.))/y);
    // A literal of a type. Only a capitalized name may have a space before the brace.
    if (/(?:^|[.:])\p{Lu}[\p{L}\p{N}_]*$/u.test(out)) take(/\s+(?=\{)/y);
    const step = take(/(?:\.|\?\.|::|->)\s*(?:#?[\p{L}_$][\p{L}\p{N}_$]*|\d+)/uy);
    if (step !== undefined) {
      const name = step.replace(/^\?\./, '?.').replace(/\s+/g, '').replace('->', '.');
      out += name;
      continue;
    }
    const character = written[at] as string;
    if (character === '.' && written[at + 1] === '(') {
      const end = closing(written, at + 1);
      out += written.slice(at, end).replace(/\s+/g, '');
      at = end;
    } else if (written.startsWith('?.(', at) || written.startsWith('?.[', at)) {
      at += 2;
      out += '?';
    } else if (written.startsWith('::<', at)) {
      at = closing(written, at + 2);
    } else if (character === '(' || character === '[' || character === '{') {
      const end = closing(written, at);
      const keeps = out === 'new' && character === '(';
      out += keeps ? written.slice(at, end).replace(/\s+/g, '') : bracketPairs[character];
      at = end;
    } else if (character === '<') {
      const end = closing(written, at);
      if (written[end] !== '(' && !before.includes('new')) return '';
      at = end;
    } else if (character === '?') {
      at++;
      out += '?';
    } else if (character === '!' && !/[=[({]/.test(written[at + 1] ?? '')) at++;
    else break;
  }
  const rest = written.slice(at);
  const cast = /^\s+as\s+(?:unknown\s+as\s+)?(?!const\b)(.+)$/s.exec(rest)?.[1];
  if (cast !== undefined) {
    const type = typeAt(cast);
    return type === '' ? '' : `<${type}>`;
  }
  return /^\s*(?:$|[,;)\]}#]|\/[/*])|^\s*\n/.test(rest) && out.length <= maxLength ? before + out : '';
}

/** Returns the type at the start of a text, up to the first character that cannot be part of it. */
export function typeAt(written: string): string {
  let at = 0;
  let depth = 0;
  for (; at < written.length && at < 2 * maxLength; at++) {
    const character = written[at] as string;
    if ('([<{'.includes(character)) {
      // `{` opens a body, unless the type starts with it.
      if (character === '{' && depth === 0 && written.slice(0, at).trim() !== '') break;
      depth++;
    } else if (character === '>' && /[-=]/.test(written[at - 1] ?? '')) continue;
    else if (')]>}'.includes(character)) {
      if (--depth < 0) break;
    } else if (
      depth === 0 &&
      (/[,;=]/.test(character) || (character === '\n' && !/[|&]\s*$/.test(written.slice(0, at))))
    ) {
      if (character === '=' && written[at + 1] === '>') continue;
      break;
    }
  }
  const type = written.slice(0, at).replace(/\s+/g, ' ').trim();
  return type.length <= maxLength ? type : '';
}

const bracketPairs: Record<string, string> = { '(': '()', '[': '[]', '{': '{}' };
const partners: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Returns the offset after the bracket that closes the one at `open`, or the end of the text if it is not closed. */
export function closing(written: string, open: number): number {
  const opener = written[open] as string;
  const closer = partners[opener] as string;
  let depth = 0;
  for (let at = open; at < written.length; at++) {
    const character = written[at] as string;
    if (character === opener) depth++;
    else if (character === closer && !(closer === '>' && /[-=]/.test(written[at - 1] as string))) {
      if (--depth === 0) return at + 1;
    } else if (character === '"' || character === '`' || (character === "'" && opener !== '<')) {
      at = stringEnd(written, at);
    }
  }
  return written.length;
}

/** Finds the end of a string. An unpaired apostrophe on a line is a lifetime, not a string. */
function stringEnd(written: string, start: number): number {
  const quote = written[start] as string;
  for (let at = start + 1; at < written.length; at++) {
    const character = written[at] as string;
    if (character === '\\') at++;
    else if (character === quote) return at;
    else if (quote === "'" && character === '\n') return start;
  }
  return quote === "'" ? start : written.length;
}

/** Splits a list at its commas, but not inside strings or nested brackets. */
export function listParts(written: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < written.length; at++) {
    const character = written[at] as string;
    if (character === '(' || character === '[' || character === '{') at = closing(written, at) - 1;
    else if (character === '"' || character === "'" || character === '`') at = stringEnd(written, at);
    else if (character === ',') {
      parts.push(written.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(written.slice(start));
  return parts;
}
