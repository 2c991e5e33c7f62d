/**
 * Unindexed definitions: files of a ref that may define a name although the index has no such symbol of them. If the name
 * is known, these are the files that contain it and were not parsed. If it is not, files that were parsed in part count
 * as well, and files that were not read: the answer that no symbol has the name could be wrong because of any of them.
 */

import { readHandle } from '../../names/written/symbol-handle.ts';
import { readName } from '../../names/written/written-name.ts';
import type { FileFilter } from '../../parameters/file-filter.ts';
import type { RefView } from '../../view/ref-view.ts';
import { namesOfFiles } from '../calls/incomplete-calls.ts';
import { heldByUnindexed, type UnindexedFile } from '../calls/unindexed-files.ts';

export interface SoughtName {
  /** As it was asked for. */
  readonly written: string;
  readonly isKnown: boolean;
  readonly files?: Pick<FileFilter, 'admits' | 'language'>;
}

export async function unindexedDefinitions(view: RefView, sought: SoughtName): Promise<UnindexedFile[]> {
  const { written, isKnown, files } = sought;
  if (readHandle(written) !== undefined) return [];
  const names = readName(written).spellings.filter((name) => /[\p{L}\p{N}_]/u.test(name));
  if (names.length === 0) return [];
  return heldByUnindexed(view, new Set(names), {
    isKnown,
    // The language of a folder that was not entered is unknown.
    admits: (path, language = files?.language ?? '') => files?.admits({ path, language, labels: [] }) ?? true,
  });
}

/** The sentence about such files as a list of warnings, which is empty if there are none. */
export async function definitionWarnings(view: RefView, sought: SoughtName): Promise<string[]> {
  const files = await unindexedDefinitions(view, sought);
  if (files.length === 0) return [];
  const { name } = readName(sought.written);
  return [`These files may define ${name}, but their symbols are not all indexed: ${namesOfFiles(files)}.`];
}
