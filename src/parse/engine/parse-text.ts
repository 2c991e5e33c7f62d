/**
 * Parses one text into symbols, imports and references. A text with syntax errors yields what can be recovered; one
 * that exceeds a limit yields only the outcome.
 */
import type { ImportParts, Language } from '../../languages/language.ts';
import type { ImportFact, Syntax } from '../../model.ts';
import { LineIndex } from '../../text/line-index.ts';
import { bindingsOf } from '../extract/bindings.ts';
import { type Captures, type ImportCapture, sortCaptures } from '../extract/captures.ts';
import { identify } from '../extract/identify.ts';
import { localsOf } from '../extract/locals.ts';
import { enclosingFinder } from '../extract/nesting.ts';
import { referencesOf } from '../extract/references.ts';
import { type FoundSymbols, symbolsOf } from '../extract/symbols.ts';
import { type Extent, loadGrammar } from './grammar.ts';
import { readMatches } from './read-matches.ts';

export interface ParseLimits {
  readonly timeoutMs: number;
  readonly extent?: Extent;
}

const maxReferences = 200_000;
const maxImports = 20_000;

/** The facts have names in the spelling of the language; their lines are those of the text as written. */
export async function parseText(
  language: Language,
  path: string,
  written: string,
  limits: ParseLimits,
): Promise<Syntax> {
  const text = language.respell?.(written)?.text ?? written;
  const grammar = await loadGrammar(language, limits.extent);
  const isLate = deadline(limits.timeoutMs);
  const module = language.moduleOf?.(path) ?? '';
  const nothing = { module, symbols: [], imports: [], references: [], bindings: [] };

  const masked = language.mask?.(text, isLate) ?? text;
  const reading = isLate() ? undefined : readMatches(grammar, masked, isLate);
  if (reading === undefined) return { outcome: 'timeout', ...nothing };
  const isOver = nowAndThen(isLate);
  try {
    const captures = sortCaptures(language, reading.matches, isOver);
    const lines = new LineIndex(text);
    const found = symbolsOf(language, text, lines, captures, isOver);
    if (found.isTooComplex || captures.references.length > maxReferences) {
      return { outcome: 'too_complex', ...nothing };
    }
    const imports = importsOf(language, text, lines, captures, found, isOver);
    if (imports.length > maxImports) return { outcome: 'too_complex', ...nothing };
    const locals = localsOf(text, captures, found);
    const references = referencesOf(language, text, lines, captures, found, locals, imports, isOver);
    const writtenModule = captures.module && text.slice(captures.module.start, captures.module.end);
    const symbols = identify(language, writtenModule ?? module, text, lines, found, reading.tree, isOver);
    const bindings = bindingsOf(language, text, lines, found, locals, references, isOver);
    // Each step stops when it is late, with incomplete results.
    if (isLate()) return { outcome: 'timeout', ...nothing };
    return {
      outcome: reading.hasLost || found.hasLost ? 'recovered' : 'parsed',
      module: writtenModule ?? module,
      symbols,
      imports,
      references,
      bindings,
    };
  } finally {
    reading.release();
  }
}

function importsOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  found: FoundSymbols,
  isLate: () => boolean,
): ImportFact[] {
  const enclosing = enclosingFinder(found.spans);
  const exported = new Set(captures.exported.map(({ name }) => name));
  return captures.imports.flatMap((found) => {
    if (isLate()) return [];
    const { startIndex, endIndex } = found.statement;
    const place = {
      lineStart: lines.lineAt(startIndex),
      lineEnd: lines.lineAt(Math.max(startIndex, endIndex - 1)),
      within: enclosing(startIndex),
    };
    return importParts(language, text, found).map(({ reexport = false, ...parts }) => ({
      ...parts,
      reexport: reexport || (place.within === -1 && exported.has(parts.alias ?? parts.name ?? '')),
      ...place,
    }));
  });
}

function importParts(language: Language, text: string, found: ImportCapture): ImportParts[] {
  if (found.source === undefined) return language.importsIn?.(found.statement) ?? [];
  const slice = (span: { start: number; end: number }) => text.slice(span.start, span.end);
  const name = found.all ? '*' : found.name ? slice(found.name) : found.impliedName;
  return [
    {
      source: unquoted(found.source.text),
      ...(name === undefined ? {} : { name }),
      ...(found.alias ? { alias: slice(found.alias) } : {}),
      reexport: found.reexport,
    },
  ];
}

function unquoted(written: string): string {
  return /^(["'`])([\s\S]*)\1$/.exec(written)?.[2] ?? written;
}

/** Reads the clock at some of the checks only: reading it takes longer than many a step between them. */
function nowAndThen(isLate: () => boolean): () => boolean {
  let checks = 0;
  let isOver = false;
  return () => {
    if (!isOver && (++checks & 31) === 0) isOver = isLate();
    return isOver;
  };
}

/**
 * Returns a check whether work has exceeded its time limit. Between two checks at most a tenth of the limit is counted,
 * so that work does not time out because the machine slept or the process was suspended.
 */
export function deadline(limitMs: number, now: () => number = () => performance.now()): () => boolean {
  let lastMs = now();
  let spentMs = 0;
  return () => {
    const atMs = now();
    spentMs += Math.min(atMs - lastMs, limitMs / 10);
    lastMs = atMs;
    return spentMs > limitMs;
  };
}
