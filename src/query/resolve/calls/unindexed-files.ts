/** Unindexed files are files of a ref that may contain code but are not in the index: graphs miss the calls in them. */
import { isSameFamily } from '../../../languages/languages.ts';
import { parseTroubles, skipReasons } from '../../../model.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Whether there may be unindexed code in this language. */
export async function hasUnindexedFiles(view: RefView, language: string): Promise<boolean> {
  return [...(await view.derived(unindexedLanguages))].some((other) => isSameFamily(other, language));
}

async function unindexedLanguages(view: RefView): Promise<ReadonlySet<string>> {
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
