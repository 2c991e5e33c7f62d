/** Detects tests inside a source file, next to the tested code; the labels of the file do not cover them. */
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolSpan } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';

/** Whether a symbol is in a test module, by its scope. */
export function isInTests(language: string, scope: string): boolean {
  const custom = languageNamed(language)?.inlineTests;
  return custom !== undefined && scope.split(/::|\./).some((part) => custom.module.test(part));
}

/** Attributes and comments allowed between the test attribute and the test. */
const maxLinesAbove = 6;

/** Returns a predicate: whether the span at a position is a test or in a test module. */
export function inlineTests(
  language: string,
  text: string,
  spans: readonly SymbolSpan[],
  parentOf: (span: SymbolSpan) => number | undefined,
): (position: number) => boolean {
  const custom = languageNamed(language)?.inlineTests;
  if (custom === undefined) return () => false;
  let lines: LineIndex | undefined;
  const lineAt = (line: number): string => {
    lines ??= new LineIndex(text);
    return text.slice(lines.startOf(line), lines.startOf(line + 1) || text.length);
  };
  const isMarked = (line: number): boolean => {
    for (let at = line - 1; at >= Math.max(1, line - maxLinesAbove); at--) {
      const above = lineAt(at);
      if (custom.above.test(above)) return true;
      if (!/^\s*(?:#\[|\/\/)/.test(above)) return false;
    }
    return false;
  };
  const known: (boolean | undefined)[] = [];
  const isTest = (position: number): boolean => {
    const span = spans[position];
    if (span === undefined) return false;
    known[position] ??=
      (span.kind === 'module' && custom.module.test(span.name)) ||
      isTest(parentOf(span) ?? -1) ||
      (span.kind === 'fn' && isMarked(span.lineStart));
    return known[position];
  };
  return isTest;
}
