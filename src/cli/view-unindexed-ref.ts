/**
 * Opens a ref that git knows and that is not indexed, for one query command: what the query needs is found and read in
 * git's objects. Nothing is written.
 */
import type { Options } from '../config/resolve-options.ts';
import { LiveViews } from '../project/live/live-view.ts';
import { withIndex } from '../project/open-index.ts';
import { findRef } from '../project/refs/find-ref.ts';
import { needsWholeRef } from '../project/refs/unindexed-ref.ts';
import type { LiveNeeds } from '../query/view/live-needs.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { Repository } from '../scan/git/repository.ts';
import { printable } from '../text/printable.ts';

export interface Unindexed {
  readonly view: RefView;
  /** What was read, as sentences. */
  readonly warnings: readonly string[];
  /** Whether other files may hold more results. */
  readonly isPartial: boolean;
}

/** The project of the query; without an id it is not registered. */
export interface AskedFolder {
  readonly repository: Repository;
  readonly projectId: string;
  readonly isRegistered: boolean;
  readonly options: Options;
}

/** Returns what `ask` returns; undefined if the index has the ref, or git does not know it. */
export async function viewUnindexedRef<Answer>(
  { repository, projectId, isRegistered, options }: AskedFolder,
  typed: string,
  needs: LiveNeeds,
  ask: (unindexed: Unindexed) => Promise<Answer>,
): Promise<Answer | undefined> {
  const refs = isRegistered ? await withIndex(options.home, projectId, ({ store }) => store.refs()) : [];
  const { resolved, published } = await findRef(repository, refs, typed);
  if (published !== undefined || resolved?.source !== 'objects') return undefined;
  const live = new LiveViews();
  const workspace = { root: repository.root, projectId, autoDiscovered: false };
  try {
    const opened = await live.open({ workspace, options: async () => options }, needs, { of: resolved });
    try {
      const { scannedFiles, parsedFiles } = opened.report;
      const isPartial = needsWholeRef(needs);
      const name = printable(resolved.name);
      const scanned = scannedFiles > 0 ? `scanned ${scannedFiles} files and ` : '';
      const read = `${name} is not indexed: ${scanned}parsed ${parsedFiles} from git’s objects.`;
      const more = isPartial ? ` Run \`codecompass index --ref ${name}\` for complete results.` : '';
      return await opened.reader.view(opened.ref, (view) => ask({ view, warnings: [read + more], isPartial }));
    } finally {
      await opened.close();
    }
  } finally {
    await live.close();
  }
}
