/** Matches the stored references of a name, which have lines but no columns, with its occurrences on these lines. */
import type { ReferenceFact } from '../../model.ts';
import type { SiteContext } from './site-context.ts';

export function matchFacts(
  facts: readonly ReferenceFact[],
  offsets: readonly number[],
  lineAt: (offset: number) => number,
  contexts: ReadonlyMap<number, SiteContext>,
): ReadonlyMap<number, ReferenceFact> {
  const byLine = new Map<number, number[]>();
  for (const offset of offsets) {
    const line = lineAt(offset);
    const group = byLine.get(line);
    if (group === undefined) byLine.set(line, [offset]);
    else group.push(offset);
  }
  const matched = new Map<number, ReferenceFact>();
  for (const fact of facts) {
    let best: number | undefined;
    let bestScore = -1;
    for (const offset of byLine.get(fact.line) ?? []) {
      if (matched.has(offset)) continue;
      const score = likeness(fact, contexts.get(offset));
      if (score <= bestScore) continue;
      best = offset;
      bestScore = score;
    }
    if (best !== undefined) matched.set(best, fact);
  }
  return matched;
}

function likeness({ kind, receiver }: ReferenceFact, context: SiteContext | undefined): number {
  if (context === undefined) return 0;
  const written = receiver?.replace(/!$/, '') || undefined;
  const isSameReceiver = plain(written) === plain(context.receiver);
  const isSameForm = (kind === 'call') === context.isCalled;
  return (isSameReceiver ? 2 : 0) + (isSameForm ? 1 : 0);
}

function plain(receiver: string | undefined): string {
  return receiver?.replace(/\s+/g, '') ?? '';
}
