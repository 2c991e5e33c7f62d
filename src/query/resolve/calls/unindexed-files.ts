/** Gaps are files of a ref that may hold code and that the index knows nothing of: calls in them are missing from every graph. */
import { isSameFamily } from '../../../languages/languages.ts';
import { parseTroubles, skipReasons } from '../../../model.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Whether code of this language is missing. */
export async function hasUnindexedFiles(view: RefView, language: string): Promise<boolean> {
  return [...(await view.derived(languagesWithGaps))].some((other) => isSameFamily(other, language));
}

async function languagesWithGaps(view: RefView): Promise<ReadonlySet<string>> {
  const { files } = await view.files();
  const languages = new Set(
    files.filter(({ outcome }) => parseTroubles[outcome]?.mayHideCode).map(({ language }) => language),
  );
  const byEnding = new Map<string, string>();
  for (const { path, language, outcome } of files) if (outcome !== 'none') byEnding.set(endingOf(path), language);
  for (const { path, reason } of await view.store.skippedFiles(view.ref)) {
    const language = skipReasons[reason]?.mayHideCode ? byEnding.get(endingOf(path)) : undefined;
    if (language !== undefined) languages.add(language);
  }
  return languages;
}

function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? path;
}
