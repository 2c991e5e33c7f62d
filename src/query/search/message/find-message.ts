/**
 * Finds the places that print a message: format strings, templates, concatenations. The words of the message choose
 * chunks of the index; in their text the place with the most of the message in order wins.
 */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LineIndex } from '../../../text/line-index.ts';
import { askedForNothing, fileWeight, isProse } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { symbolsAlong } from '../finders/symbols-along.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import { counts } from '../terms/query-terms.ts';
import { MessageAligner, type MessagePlace } from './align-message.ts';
import { likelyRanges } from './likely-ranges.ts';
import { wordsOfMessage } from './message-words.ts';

export interface FoundMessage {
  /** Best first. */
  readonly hits: SearchHit[];
  /** Whether the best place is certainly meant, so that words alone count less. */
  readonly isSure: boolean;
}

export const noMessage: FoundMessage = { hits: [], isSure: false };

/** Fewer words are no message, unless it has this many common ones besides. */
const minWords = 2;
const minCommonWords = 4;
/** Characters read for each line; minified files have lines of megabytes. */
const maxPerLine = 800;
const maxHits = 40;

export async function findMessage(
  view: RefView,
  files: FileTable,
  message: string,
  filter: SearchFilter,
): Promise<FoundMessage> {
  const words = await wordsOfMessage(view, files, message);
  if (
    words.filter(({ text }) => counts(text)).length < minWords &&
    words.filter(({ text }) => text.length > 1).length < minCommonWords
  )
    return noMessage;
  const aligner = new MessageAligner(message, words);
  const hits: SearchHit[] = [];
  for (const { file, lines } of await likelyRanges(view, files, words, filter)) {
    const text = await view.store.text(file);
    const index = new LineIndex(text);
    const places = lines.flatMap(([first, last]) => {
      const from = index.startOf(first);
      return aligner.placesIn(
        text,
        from,
        Math.min(index.behind(last), from + maxPerLine * (last - first + 1)),
        !isProse(file),
      );
    });
    const good = places.filter(({ share }) => share >= weights.message.least);
    if (good.length === 0) continue;
    for (const hit of hitsOf(file, await view.store.symbols(file), index, good)) {
      if (filter.kind === undefined || hit.symbol?.kind === filter.kind) hits.push(hit);
    }
  }
  hits.sort((a, b) => b.score - a.score);
  const best = hits[0]?.score ?? 0;
  return { hits: hits.slice(0, maxHits), isSure: best >= weights.message.sure };
}

/** One hit for each symbol, and for each place outside of symbols. */
function hitsOf(
  file: FileVersion,
  symbols: readonly SymbolRecord[],
  index: LineIndex,
  places: readonly MessagePlace[],
): SearchHit[] {
  const found = new Map<unknown, { place: MessagePlace; symbol: SymbolRecord | undefined; lines: number[] }>();
  const ordered = places.toSorted((a, b) => a.start - b.start);
  let about = '';
  const symbolAt = symbolsAlong(symbols, ({ doc }) => doc?.toLowerCase().includes(about) === true);
  for (const place of ordered) {
    about = place.fragment.toLowerCase();
    const line = index.lineAt(place.start);
    const symbol = symbolAt(line);
    const last = index.lineAt(Math.max(place.start, place.end - 1));
    const lines = Array.from({ length: Math.min(maxLines, last - line + 1) }, (_, at) => line + at);
    const known = found.get(symbol?.id ?? place);
    if (known === undefined || place.share > known.place.share)
      found.set(symbol?.id ?? place, { place, symbol, lines });
  }
  const weight = fileWeight(file, askedForNothing) ** weights.message.filePower;
  return [...found.values()].map(({ place, symbol, lines }): SearchHit => {
    const score = weights.literal * factorAt(weights.messageFile, weight) * place.share;
    const [first, last] = [lines[0] as number, lines.at(-1) as number];
    return {
      type: 'snippet',
      file,
      ...(symbol === undefined ? {} : { symbol }),
      lineStart: symbol === undefined ? Math.max(1, first - 1) : Math.min(symbol.lineStart, first),
      lineEnd: symbol?.lineEnd ?? Math.max(1, Math.min(file.lineCount, last + 1)),
      score,
      matchLines: lines,
      fragment: place.fragment,
      factors: {
        exact_match_boost: place.share,
        qualified_name_boost: 0,
        path_affinity: 0,
        definition_boost: 0,
        kind_match: 0,
        bm25_score: 0,
        final_score: score,
      },
    };
  });
}

const maxLines = 8;
