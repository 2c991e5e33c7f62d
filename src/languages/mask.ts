/**
 * Masks: spans of a text that are blanked before parsing because the grammar cannot parse them. Line breaks and length
 * stay the same, so offsets in the masked text are valid in the original.
 */
import type { Span } from './language.ts';

/** A span to blank, or to replace by a short text that the grammar accepts. */
export interface Masked extends Span {
  readonly put?: string;
}

export function blank(text: string, spans: readonly Masked[]): string {
  if (spans.length === 0) return text;
  let masked = '';
  let from = 0;
  for (const { start, end, put = '' } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    const begin = Math.max(start, from);
    const filler = begin === start && begin + put.length <= end ? put : '';
    masked += text.slice(from, begin) + filler + text.slice(begin + filler.length, end).replace(/[^\r\n]/g, ' ');
    from = end;
  }
  return masked + text.slice(from);
}

/** Returns the first group of each match; the patterns need the flags `d` and `g`. */
export function spansOf(text: string, patterns: readonly RegExp[], put = '', isLate = () => false): Masked[] {
  const spans: Masked[] = [];
  for (const pattern of patterns) {
    // The result of a late mask is not used; each check also counts the time since the one before.
    if (isLate()) return spans;
    for (const { indices } of text.matchAll(pattern)) {
      if (indices?.[1] !== undefined) spans.push({ start: indices[1][0], end: indices[1][1], put });
    }
  }
  return spans;
}

/** An open brace, with the enclosing one. */
interface Brace {
  readonly holdsDeclarations: boolean;
  readonly depth: number;
  readonly outer: Brace | undefined;
}

interface Conditional {
  readonly start: Span;
  /** Its other directives: `#else`, `#elif` and finally `#endif`. */
  readonly directives: Span[];
  readonly isDead: boolean;
  readonly cutsDeclaration: boolean;
  readonly brace: Brace | undefined;
  readonly brackets: number;
  isUnbalanced: boolean;
}

const token =
  /(?<!\\)"(?:\\.|[^"\\\n])*"|(?<!\\)'(?:\\.|[^'\\\n])*'|\/\/.*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|^[ \t]*#(?:\\\r?\n|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|.)*|[{}();]/gm;
const maxLookBack = 500;
const holder = /$(?<=(?:^|\s)(?:namespace|class|struct|union|enum|interface|record|extern)\b[^(=]*)/;

/**
 * Masks `#if … #else … #endif` that splits a declaration or a body: the directives and all branches but the first.
 * Between declarations conditionals stay, and both branches count.
 */
export function brokenConditionals(text: string): Span[] {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return [];
  const spans: Span[] = [];
  const open: Conditional[] = [];
  let brace: Brace | undefined;
  let brackets = 0;
  let readTo = 0;
  // Start and last character of the current declaration; undefined between declarations.
  let from = 0;
  let tail = '';
  for (const match of text.matchAll(token)) {
    const [word] = match;
    const first = word[0] as string;
    const end = match.index + word.length;
    const gap = text.slice(readTo, match.index).trim();
    if (gap !== '') {
      if (tail === '') from = readTo;
      // A lone colon starts an initializer list; it does not end a label.
      tail = gap === ':' ? '=' : (gap.at(-1) as string);
    }
    readTo = end;
    if (first === '{' || first === '}') {
      const head = text.slice(Math.max(from, end - maxLookBack), end - 1);
      if (first === '}') brace = brace?.outer;
      else
        brace = {
          holdsDeclarations: brackets === 0 && holdsDeclarations(head),
          depth: depthOf(brace) + 1,
          outer: brace,
        };
      from = end;
      tail = '';
    } else if (first === ';') {
      if (brackets === 0) tail = '';
    } else if (first === '(' || first === ')') {
      brackets = first === '(' ? brackets + 1 : Math.max(0, brackets - 1);
      tail = first;
    } else if (first === '"' || first === "'") tail = first;
    else if (first !== '/') {
      const span = { start: match.index, end };
      const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)\b/.exec(word)?.[1];
      if (directive === undefined) continue;
      if (directive.startsWith('if')) {
        open.push({
          start: span,
          directives: [],
          isDead: /^[ \t]*#[ \t]*if[ \t]+(?:0|false)\b/.test(word),
          cutsDeclaration: brackets > 0 || brace?.holdsDeclarations === false || isCut(text, from, tail),
          brace,
          brackets,
          isUnbalanced: false,
        });
      } else {
        const conditional = open.at(-1);
        if (conditional === undefined) continue;
        conditional.directives.push(span);
        conditional.isUnbalanced ||= depthOf(brace) !== depthOf(conditional.brace) || brackets !== conditional.brackets;
        if (directive === 'endif') {
          open.pop();
          if (conditional.cutsDeclaration || conditional.isUnbalanced)
            for (const span of withoutBranches(conditional)) spans.push(span);
        } else {
          brace = conditional.brace;
          brackets = conditional.brackets;
        }
      }
    }
  }
  return spans;
}

/** Labels, attributes and macro invocations are complete by themselves. */
function isCut(text: string, from: number, tail: string): boolean {
  if (tail === ')') return !/^\s*\w+\s*\(/.test(text.slice(from, from + maxLookBack));
  return tail !== '' && tail !== ':' && tail !== ']';
}

/**
 * Whether the head opens a type or a namespace, rather than a function that returns one; `class Name(…)` and `new()`
 * are C#.
 */
function holdsDeclarations(head: string): boolean {
  return (
    holder.test(head.replace(/\bnew\s*\(\)/g, '')) || /\b(?:class|record|struct)\s+\w+(?:<[^()]*>)?\s*\(/.test(head)
  );
}

function depthOf(brace: Brace | undefined): number {
  return brace?.depth ?? 0;
}

/** Keeps the first branch, or the second if the first is dead (`#if 0`). */
function withoutBranches({ start, directives, isDead }: Conditional): Span[] {
  const [next, afterNext] = directives;
  const end = directives.at(-1) as Span;
  if (next === undefined) return [start];
  if (!isDead) return [start, { start: next.start, end: end.end }];
  return [
    { start: start.start, end: next.end },
    { start: (afterNext ?? end).start, end: end.end },
  ];
}
