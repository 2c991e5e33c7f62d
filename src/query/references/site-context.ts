/**
 * The context of an occurrence, read from the text around it: the receiver before the name, whether the name is
 * assigned, called, or names a member of a value that is built there.
 */
import type { Lexis } from '../../languages/lexis.ts';

export interface SiteContext {
  /** The expression before the `.` or `::`, as written on one line; undefined without one. */
  readonly receiver: string | undefined;
  /** A `.` is before the name. */
  readonly isDotted: boolean;
  readonly isCalled: boolean;
  readonly isAssigned: boolean;
  /** A member of a value that is built or taken apart: `name: x`, `name=x`, or the name alone. */
  readonly key: 'named' | 'short' | undefined;
  /** The path before the bracket around a key: `pkg.Store`. */
  readonly builder?: string;
  readonly isDecorator: boolean;
  readonly isExport: boolean;
  /** Only a macro is called so. */
  readonly isMacroCall: boolean;
  /** The text declares a local variable of that name here, maybe as a part of a value that it takes apart. */
  readonly declaresLocal: boolean;
}

/** A place of a name in code. */
export interface CodeSite {
  readonly offset: number;
  readonly line: number;
  readonly context: SiteContext;
}

/** How far the text around a name is read. */
const maxBack = 600;
const maxAhead = 120;

/** The text in which the places are. */
export interface SiteText {
  readonly text: string;
  /** A part of the text with spaces instead of comments. */
  codeBetween(start: number, end: number): string;
  /** The offset of the innermost bracket that is open at an offset, or -1. */
  bracketAround(offset: number): number;
}

export function contextOf(source: SiteText, offset: number, length: number, lexis: Lexis): SiteContext {
  const { text } = source;
  const before = source.codeBetween(Math.max(0, offset - maxBack), offset);
  const lineBefore = before.slice(before.lastIndexOf('\n') + 1);
  const after = text.slice(offset + length, offset + length + maxAhead);
  const receiver = receiverIn(before);
  const key = receiver === undefined ? keyIn(source, offset, before, after, lexis) : undefined;
  const isTarget = assigned.test(after) || (/^[\s\w.*&,[\]$]*$/.test(lineBefore) && assignedWithOthers.test(after));
  const isAssigned = key === undefined && (isTarget || /(?:\+\+|--)\s*$/.test(lineBefore));
  return {
    receiver,
    isDotted: before.trimEnd().endsWith('.'),
    isCalled: /^(?:\s*\(|!\s*[([{]|::<[^()]*>\(|<[^()<>=;]*>\(|`)/.test(after),
    isAssigned,
    key: key?.form,
    ...(key?.builder === undefined ? {} : { builder: key.builder }),
    isDecorator: lexis.decoratorBefore?.test(lineBefore) === true,
    isExport: lexis.exportBefore?.test(before) === true,
    isMacroCall: lexis.macroAfter?.test(after) === true,
    declaresLocal:
      receiver === undefined &&
      (lexis.localBefore?.test(statementOf(before)) === true ||
        (key === undefined && lexis.localAfter?.test(after) === true)) &&
      !/\b(?:global|nonlocal)\s/.test(lineBefore),
  };
}

/** An assignment after the name, or an increment. */
const operator = /(?:\*\*|\/\/|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^:@]|&\^)?=(?![=>~])|\+\+|--/.source;
const assigned = new RegExp(`^(?:\\s*\\[[^\\]\\n]*\\])?\\s*(?:${operator})`);
/** One of several targets at the start of a line: `a.x, a.y = 1, 2`. */
const assignedWithOthers = new RegExp(`^(?:\\s*,\\s*[\\w.*&[\\]]+)+\\s*(?:${operator})`);

/** The text after the last end of a statement. */
function statementOf(before: string): string {
  return before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n\n')) + 1);
}

/** Returns the expression before an access operator, with the contents of its brackets. */
export function receiverIn(before: string): string | undefined {
  const end = operatorBefore(before, before.length);
  if (end === -1 || before.slice(0, skipSpace(before, before.length)).endsWith('..')) return undefined;
  let at = end;
  for (;;) {
    at = skipSpace(before, at);
    const closer = before[at - 1] ?? '';
    let isStep = false;
    while (/[)\]}>?!]/.test(before[at - 1] ?? '')) {
      const last = before[at - 1] as string;
      if (last === '?' || last === '!') {
        at--;
        continue;
      }
      const open = openingOf(before, at);
      if (open === -1) return before.slice(at, end).trim();
      at = last === '>' && before.slice(0, open).endsWith('::') ? open - 2 : open;
      isStep = true;
    }
    const word = wordBefore(before, at);
    if (word !== undefined) at -= word.length;
    else if (!isStep) return /["'`]/.test(closer) ? `"${closer}` : before.slice(at, end).trim();
    const further = operatorBefore(before, at);
    if (further === -1 || word === undefined) break;
    at = further;
    // A leading `::` or `.` belongs to the chain (`::std::fmt`, a call on the line above).
    if (!/[\p{L}\p{N}_$)\]}>?!"'`\s]/u.test(before[at - 1] ?? '')) break;
  }
  return before
    .slice(at, end)
    .replace(/\s+/g, ' ')
    .replace(/ ?(\.|->|::) ?/g, '$1')
    .trim();
}

/** Returns the offset of the access operator before `end`, or -1. A chain may have hundreds, so only its end is read. */
function operatorBefore(text: string, end: number): number {
  const at = skipSpace(text, end);
  if (/^(?:\?\.|!\.|->|::)$/.test(text.slice(Math.max(0, at - 2), at))) return at - 2;
  return text[at - 1] === '.' ? at - 1 : -1;
}

/** Reads back from `end`, so that the text before the word is not searched. */
function wordBefore(text: string, end: number): string | undefined {
  const word = /(?<=([\p{L}\p{N}_$#@]+))/uy;
  word.lastIndex = end;
  return word.exec(text)?.[1];
}

function skipSpace(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] as string)) at--;
  return at;
}

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Returns the offset of the bracket that the one before `end` closes, or -1. */
function openingOf(text: string, end: number): number {
  const closer = text[end - 1] as string;
  const opener = openers[closer] as string;
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    if (text[at] === closer) depth++;
    else if (text[at] === opener && --depth === 0) return at;
  }
  return -1;
}

interface Key {
  readonly form: 'named' | 'short';
  readonly builder?: string;
}

/** Finds the bracket around a key, and the path before it. */
function keyIn(source: SiteText, offset: number, before: string, after: string, { builtWith }: Lexis): Key | undefined {
  const isNamed = builtWith === '(' ? /^\s*=(?![=>])/.test(after) : /^\s*:(?![:=])/.test(after);
  const isShort = builtWith !== '(' && /^\s*[,}]/.test(after) && /[{,]\s*$/.test(before);
  if (!isNamed && !isShort) return undefined;
  // Each line of a literal ends with a comma.
  if (!/[({,]\s*$/.test(before) && !/$(?<=,[^\n"'`]*\n\s*)/.test(before)) return undefined;
  const bracket = source.bracketAround(offset);
  if (bracket === -1 || source.text[bracket] !== (builtWith ?? '{')) return undefined;
  const builder = /$(?<=((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::))*[\p{L}_$][\p{L}\p{N}_$]*)\s*)/u.exec(
    source.codeBetween(Math.max(0, bracket - maxBack), bracket).replace(/(?:::)?<[^<>]*>\s*$|\[[^[\]]*\]\s*$/, ''),
  )?.[1];
  const form = isNamed ? 'named' : 'short';
  return builder === undefined || notBuilders.has(builder) ? { form } : { form, builder };
}

/** Words before a brace that open a block or a pattern instead of a literal. */
const notBuilders = new Set('return else do try finally in of and or not await yield'.split(' '));
