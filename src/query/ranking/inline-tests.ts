/** Tests that stand in a source file beside what they test, which the file's marks say nothing of. */
import type { SymbolSpan } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';

interface InlineTests {
  /** The name of a module that holds nothing else. */
  readonly module: RegExp;
  /** What stands right above a test, at the start of a line. */
  readonly above: RegExp;
}

/** Only of languages in which that is the custom. */
const customs: Readonly<Record<string, InlineTests>> = {
  rust: { module: /^tests?$/, above: /^\s*#\[\s*(?:\w+::)*(?:test|rstest|bench)\b/ },
};

/** Whether a symbol lies in a module of tests, by its scope. */
export function isInTests(language: string, scope: string): boolean {
  const custom = customs[language];
  return custom !== undefined && scope.split(/::|\./).some((part) => custom.module.test(part));
}

/** Attributes and comments that may stand between the mark of a test and the test. */
const maxLinesAbove = 6;

/** Whether the span at a position is a test, or lies in a module of tests. */
export function inlineTests(
  language: string,
  text: string,
  spans: readonly SymbolSpan[],
  parentOf: (span: SymbolSpan) => number | undefined,
): (position: number) => boolean {
  const custom = customs[language];
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
