/** The difference between two versions of a symbol, as a summary and as a unified diff. */
import { type DiffLine, diffLines, unifiedHunks } from '../../text/line-diff.ts';
import type { SymbolPair } from '../resolve/symbols/pair-versions.ts';
import type { RefView } from '../view/ref-view.ts';
import { textOfSymbol, withoutSignature } from './symbol-text.ts';

export type DiffSummary =
  | { readonly status: 'unchanged' }
  | {
      readonly status: 'added' | 'deleted' | 'modified';
      readonly signature_changed: boolean;
      readonly body_changed: boolean;
      readonly lines_added: number;
      readonly lines_removed: number;
      readonly line_range_shifted: boolean;
    };

export interface SymbolDiff {
  readonly pair: SymbolPair;
  readonly summary: DiffSummary;
  readonly lines: readonly DiffLine[];
}

export async function diffSymbol(baseView: RefView, headView: RefView, pair: SymbolPair): Promise<SymbolDiff> {
  const before = pair.base === undefined ? undefined : await textOfSymbol(baseView, pair.base);
  const after = pair.head === undefined ? undefined : await textOfSymbol(headView, pair.head);
  const lines = diffLines(linesOf(before), linesOf(after));
  if (before !== undefined && before === after) return { pair, lines, summary: { status: 'unchanged' } };
  const { base, head } = pair;
  const status = base === undefined ? 'added' : head === undefined ? 'deleted' : 'modified';
  const signatureChanged = base?.signature !== head?.signature;
  const bodyChanged =
    base === undefined || head === undefined || !signatureChanged
      ? true
      : withoutSignature(before as string, base.signature) !== withoutSignature(after as string, head.signature);
  return {
    pair,
    lines,
    summary: {
      status,
      signature_changed: signatureChanged,
      body_changed: bodyChanged,
      lines_added: lines.filter(({ sign }) => sign === '+').length,
      lines_removed: lines.filter(({ sign }) => sign === '-').length,
      line_range_shifted: base?.lineStart !== head?.lineStart || base?.lineEnd !== head?.lineEnd,
    },
  };
}

export function unifiedDiff({ pair: { base, head }, lines }: SymbolDiff): string {
  const hunks = unifiedHunks(lines, base?.lineStart ?? 1, head?.lineStart ?? 1);
  if (hunks === '') return '';
  const from = base === undefined ? '/dev/null' : `a/${base.path}`;
  const to = head === undefined ? '/dev/null' : `b/${head.path}`;
  return `--- ${from}\n+++ ${to}\n${hunks}\n`;
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n');
}
