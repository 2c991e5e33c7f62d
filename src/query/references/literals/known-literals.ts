/** The comments and strings of files, kept for the next searches: common files hold many names that are asked for. */
import type { Lexis } from '../../../languages/lexis.ts';
import type { FileVersion } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { type LiteralSpan, literalSpans } from './literal-spans.ts';

interface KnownLiterals {
  readonly spans: readonly LiteralSpan[];
  /** The offset up to which the text was read. */
  readonly end: number;
}

/** Spans in the cache, which take some fifty bytes each. */
const maxSpans = 150_000;

/** Returns at least the spans that begin at or before an offset. */
export async function literalsUpTo(
  view: RefView,
  file: FileVersion,
  text: string,
  lexis: Lexis,
  offset: number,
): Promise<readonly LiteralSpan[]> {
  const cache = await view.derived(literalsCache);
  const known = cache.get(file.id);
  if (known !== undefined && known.end >= offset) return known.spans;
  // What is asked for twice is read to its end.
  const end = known === undefined ? offset : text.length;
  return cache.set(file.id, { spans: literalSpans(text, lexis, end), end }).spans;
}

function literalsCache(): LruCache<number, KnownLiterals> {
  return new LruCache(maxSpans, ({ spans }) => 10 + spans.length);
}
