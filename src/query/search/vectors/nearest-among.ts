/** The nearest symbols of the files that a search covers: they compete even if they have no word of the question. */
import type { FileVersion, SymbolSpan } from '../../../store/store.ts';
import { type AskedFor, fileWeight } from '../../ranking/rank.ts';
import type { PickedHit } from '../scoring/pick-hits.ts';
import type { NearSymbols } from './near-symbols.ts';

const maxNearest = 40;
/** Kept while looking for them, so that they are not sorted for each symbol. */
const maxKept = 200;
/** Files read for them, besides those that words lead to. */
const maxFiles = 16;

export interface NearestSymbols {
  /** The files of the nearest symbols, nearest first. */
  readonly files: readonly FileVersion[];
  /** The nearest symbols of a file that are not among the hits by words. */
  hitsBeside(hits: readonly PickedHit[], spans: readonly SymbolSpan[]): PickedHit[];
}

export function nearestAmong(
  near: NearSymbols | undefined,
  asked: AskedFor,
  keep: (file: FileVersion) => boolean,
): NearestSymbols {
  const best: { file: FileVersion; id: number; nearness: number }[] = [];
  let last: FileVersion | undefined;
  let weight = 0;
  let least = 0;
  near?.each((file, id, nearness) => {
    if (nearness <= least) return;
    if (file !== last) weight = keep(file) ? fileWeight(file, asked) : 0;
    last = file;
    const weighed = nearness * weight;
    if (weighed <= least) return;
    best.push({ file, id, nearness: weighed });
    if (best.length < maxKept) return;
    best.sort((a, b) => b.nearness - a.nearness).length = maxNearest;
    least = (best[maxNearest - 1] as { nearness: number }).nearness;
  });
  best.sort((a, b) => b.nearness - a.nearness).splice(maxNearest);
  const ids = new Set(best.map(({ id }) => id));
  return {
    files: [...new Set(best.map(({ file }) => file))].slice(0, maxFiles),
    hitsBeside(hits, spans) {
      const known = new Set(hits.map(({ span }) => span?.id));
      return spans.filter(({ id }) => ids.has(id) && !known.has(id)).map(hitOf);
    },
  };
}

function hitOf(span: SymbolSpan): PickedHit {
  const { lineStart, lineEnd } = span;
  return { span, depth: 0, lineStart, lineEnd, share: 0, nameShare: 0, weight: 1, matchLines: () => [] };
}
