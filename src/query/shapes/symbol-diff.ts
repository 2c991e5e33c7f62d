/** The difference between two versions of a symbol, as a summary and as a unified diff. */
import { diffLines, type LineDiff, unifiedHunks } from '../../text/line-diff.ts';
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

export interface SymbolDiff extends LineDiff {
  readonly pair: SymbolPair;
  readonly summary: DiffSummary;
}

export async function diffSymbol(baseView: RefView, headView: RefView, pair: SymbolPair): Promise<SymbolDiff> {
  const [before, after] = await textsOf(baseView, headView, pair);
  const { lines, isShortest } = diffLines(linesOf(before), linesOf(after));
  const status = statusOf(before, after);
  if (status === 'unchanged') return { pair, lines, isShortest, summary: { status } };
  const { base, head } = pair;
  const signatureChanged = base?.signature !== head?.signature;
  const bodyChanged =
    base === undefined || head === undefined || !signatureChanged
      ? true
      : withoutSignature(before as string, base.signature) !== withoutSignature(after as string, head.signature);
  return {
    pair,
    lines,
    isShortest,
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

/** Returns only the status of each pair, one after the other: texts and diffs of thousands would fill the memory. */
export async function statusesOf(
  baseView: RefView,
  headView: RefView,
  pairs: readonly SymbolPair[],
): Promise<DiffSummary['status'][]> {
  const statuses: DiffSummary['status'][] = [];
  for (const pair of pairs) {
    await headView.pause();
    statuses.push(statusOf(...(await textsOf(baseView, headView, pair))));
  }
  return statuses;
}

type Texts = readonly [before: string | undefined, after: string | undefined];

async function textsOf(baseView: RefView, headView: RefView, { base, head }: SymbolPair): Promise<Texts> {
  return [base && (await textOfSymbol(baseView, base)), head && (await textOfSymbol(headView, head))];
}

function statusOf(before: Texts[0], after: Texts[1]): DiffSummary['status'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  return before === after ? 'unchanged' : 'modified';
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
