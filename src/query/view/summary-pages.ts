/** The summaries of all symbols of a name, on any ref, in pages: each is a read, which gives the event loop a turn. */
import type { SymbolSummary } from '../../store/store.ts';
import type { RefView } from './ref-view.ts';

/** Summaries that are read or compared in one go; each page takes a few milliseconds. */
export const maxPerPage = 1_000;

export async function* summaryPages(view: RefView, name: string): AsyncGenerator<SymbolSummary[]> {
  let [fromVersion, skipped] = [0, 0];
  for (;;) {
    const page = await view.store.summariesNamed(name, { fromVersion, skipped, limit: maxPerPage });
    yield page;
    const last = page.at(-1)?.versionId;
    if (last === undefined || page.length < maxPerPage) return;
    const ofLast = page.filter(({ versionId }) => versionId === last).length;
    [fromVersion, skipped] = [last, last === fromVersion ? skipped + ofLast : ofLast];
  }
}
