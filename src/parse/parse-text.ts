/**
 * The syntax of one text: its symbols, imports and references. A text with errors yields what can be recovered;
 * one that passes a limit yields nothing but the reason.
 */
import type { Query, QueryMatch, Tree } from 'web-tree-sitter';
import type { ImportFact, ReferenceFact, Syntax } from '../model.ts';
import { LineIndex } from '../text/line-index.ts';
import { type Captures, type ImportCapture, sortCaptures } from './captures.ts';
import { loadGrammar } from './grammar.ts';
import type { ImportParts, Language } from './language.ts';
import { collapse } from './signature.ts';
import { enclosingFinder, type FoundSymbols, symbolsOf } from './symbols.ts';

export interface ParseLimits {
  readonly timeoutMs: number;
}

const maxSymbols = 20_000;
const maxReferences = 200_000;
const maxReceiverLength = 200;
/** Candidates that a query may keep open at a time; real sources stay far below. */
const matchLimit = 16_384;

export async function parseText(language: Language, path: string, text: string, limits: ParseLimits): Promise<Syntax> {
  const { parser, query } = await loadGrammar(language);
  const deadline = performance.now() + limits.timeoutMs;
  const isLate = () => performance.now() > deadline;
  const module = language.moduleOf(path);
  const nothing = { module, symbols: [], imports: [], references: [] };

  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (tree === null) {
    parser.reset();
    return { outcome: 'timeout', ...nothing };
  }
  try {
    const matches = matchesWithin(query, tree, isLate);
    if (matches === undefined) return { outcome: 'timeout', ...nothing };
    const captures = sortCaptures(matches);
    if (captures.definitions.length > maxSymbols || captures.references.length > maxReferences) {
      return { outcome: 'too_complex', ...nothing };
    }
    const lines = new LineIndex(text);
    const found = symbolsOf(language, text, lines, captures);
    const hasLost = tree.rootNode.hasError || query.didExceedMatchLimit();
    return {
      outcome: hasLost ? 'recovered' : 'parsed',
      module: captures.module ? text.slice(captures.module.start, captures.module.end) : module,
      symbols: found.symbols,
      imports: importsOf(language, text, lines, captures, found),
      references: referencesOf(language, text, lines, captures, found),
    };
  } finally {
    tree.delete();
  }
}

function matchesWithin(query: Query, tree: Tree, isLate: () => boolean): QueryMatch[] | undefined {
  let wasStopped = false;
  const matches = query.matches(tree.rootNode, {
    matchLimit,
    progressCallback: () => {
      wasStopped = isLate();
      return wasStopped;
    },
  });
  return wasStopped ? undefined : matches;
}

function referencesOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  found: FoundSymbols,
): ReferenceFact[] {
  const enclosing = enclosingFinder(found.symbols, found.spans);
  const references: ReferenceFact[] = [];
  for (const reference of captures.references) {
    const name = text.slice(reference.name.start, reference.name.end);
    if (reference.kind === 'type' && language.builtinTypes?.has(name)) continue;
    const receiver = reference.receiver && collapse(text.slice(reference.receiver.start, reference.receiver.end));
    const args = reference.arguments && argumentCount(text, reference.arguments);
    references.push({
      name,
      kind: reference.kind,
      ...(receiver ? { receiver: receiver.slice(0, maxReceiverLength) } : {}),
      ...(args === undefined ? {} : { args }),
      line: lines.lineAt(reference.name.start),
      within: enclosing(reference.name.start),
    });
  }
  return references;
}

/** Absent where a spread leaves the number open. */
function argumentCount(
  text: string,
  list: { startIndex: number; endIndex: number; namedChildCount: number; namedChildren: { type: string }[] },
): number | undefined {
  const written = text.slice(list.startIndex, Math.min(list.endIndex, list.startIndex + 2_000));
  if (!/\.\.\.|\*|\/[/*]|#|&/.test(written)) return list.namedChildCount;
  let count = 0;
  for (const { type } of list.namedChildren) {
    if (/spread|splat|variadic/.test(type)) return undefined;
    if (!type.includes('comment')) count++;
  }
  return written.includes('...)') ? undefined : count;
}

function importsOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  found: FoundSymbols,
): ImportFact[] {
  const enclosing = enclosingFinder(found.symbols, found.spans);
  return captures.imports.flatMap((found) => {
    const { startIndex, endIndex } = found.statement;
    const place = {
      lineStart: lines.lineAt(startIndex),
      lineEnd: lines.lineAt(Math.max(startIndex, endIndex - 1)),
      within: enclosing(startIndex),
    };
    return importParts(language, text, found).map(({ reexport = false, ...parts }) => ({
      ...parts,
      reexport,
      ...place,
    }));
  });
}

function importParts(language: Language, text: string, found: ImportCapture): ImportParts[] {
  if (found.source === undefined) return language.importsIn?.(found.statement) ?? [];
  const slice = (span: { start: number; end: number }) => text.slice(span.start, span.end);
  const name = found.all ? '*' : found.name && slice(found.name);
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
