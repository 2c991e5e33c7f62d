/**
 * The files that a written path means: those whose path contains it, or contains its longest end that any path does,
 * since an absolute path or one from another machine ends like a path of the repository. The cost is one pass over the
 * files, however long the written path is.
 */
import type { FileVersion } from '../../../store/store.ts';
import { partOfLength, sharedEndWith } from '../../../text/path-ends.ts';
import { normalPath } from '../../names/find-file.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';

export interface MatchedFile {
  readonly file: FileVersion;
  readonly score: number;
  /** The query is the whole path or its last parts. */
  readonly isNamed: boolean;
}

/** Returns the files whose path matches, best first. */
export async function matchFiles(
  view: Pick<RefView, 'pause'>,
  files: Pick<FileTable, 'files'>,
  typed: string,
): Promise<MatchedFile[]> {
  const whole = normalPath(typed).toLowerCase();
  if (whole === '') return [];
  const candidates: Candidate[] = [];
  const sharedEnd = sharedEndWith(whole);
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  let longest = 0;
  for (const [index, file] of files.files.entries()) {
    if (index % maxFilesPerTurn === 0) await view.pause();
    const path = file.path.toLowerCase();
    // Every end of the written path contains the name. The test is native, and few files pass it.
    if (!path.includes(name)) continue;
    const shared = sharedEnd(path);
    longest = Math.max(longest, shared);
    candidates.push({ file, path, shared });
  }
  const wanted = partOfLength(whole, longest);
  if (wanted === '') return [];
  const found = candidates
    .filter(({ shared }) => shared >= wanted.length)
    .map(({ file, path }): MatchedFile => {
      const match = matchOf(path, wanted);
      const score = match * factorAt(weights.pathFile, fileWeight(file, askedForNothing));
      return { file, score, isNamed: match >= weights.pathNamed };
    });
  return found.sort(
    (a, b) => b.score - a.score || a.file.path.length - b.file.path.length || (a.file.path < b.file.path ? -1 : 1),
  );
}

interface Candidate {
  readonly file: FileVersion;
  /** In lower case. */
  readonly path: string;
  /** Length of the longest end of the written path that the path contains. */
  readonly shared: number;
}

/** A few milliseconds of work. */
const maxFilesPerTurn = 2_000;

function matchOf(path: string, wanted: string): number {
  if (path === wanted) return weights.path.whole;
  if (path.endsWith(`/${wanted}`)) return weights.path.end;
  const withoutExtension = path.slice(0, extensionStart(path));
  if (withoutExtension === wanted || withoutExtension.endsWith(`/${wanted}`)) return weights.path.endWithoutExtension;
  if (path.startsWith(`${wanted}/`)) return weights.path.topFolder;
  if (path.includes(`/${wanted}/`)) return weights.path.folder;
  return weights.path.part;
}

/** The index of the dot before the extension, or the length of the path if it has none. */
function extensionStart(path: string): number {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') && dot < path.length - 1 ? dot : path.length;
}
