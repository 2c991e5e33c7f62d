/**
 * Scans the files of a commit, like `scan-files.ts` those of a working tree. Git searches all of them for the words;
 * the files with the most matching lines are read and counted exactly.
 */
import { objectTasks } from '../../indexing/workers/task-batches.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { grepTree } from '../../scan/git/grep-tree.ts';
import type { Repository } from '../../scan/git/repository.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import { fileScanner, rowLayout, type ScanPlan } from './scan-file.ts';
import type { ScanRows } from './scan-files.ts';

/** Files that are read and counted at most. */
const maxCounted = 2_000;
/** Each text costs time on every line. The most telling ones come first. */
const maxTexts = 8;
const filesBetweenYields = 50;

export async function scanObjects(
  repository: Repository,
  commit: string,
  files: readonly ListedFile[],
  plan: ScanPlan,
  signal?: AbortSignal,
): Promise<ScanRows> {
  const stride = rowLayout(plan).length;
  const rows = new Uint8Array(files.length * stride);
  const rowAt = (at: number) => rows.subarray(at * stride, (at + 1) * stride);
  const scan = fileScanner(plan);
  const search = { texts: textsOf(plan), ignoresCase: plan.terms.length > 0, signal };
  const { files: matches, unreadable } = await grepTree(repository, commit, search);
  const lines = new Map(matches.map((match) => [match.name.path, match.lines]));
  const linesOf = ({ path }: ListedFile) => lines.get(path) ?? 0;
  const counted = files
    .filter((file) => linesOf(file) > 0)
    .sort((a, b) => linesOf(b) - linesOf(a))
    .slice(0, maxCounted);
  const position = new Map(files.map(({ path }, at) => [path, at]));
  const read = new Set<number>();
  for await (const { task } of objectTasks(repository, counted, () => {})) {
    if (read.size % filesBetweenYields === 0) await new Promise((resume) => setImmediate(resume));
    signal?.throwIfAborted();
    const at = position.get(task.path) as number;
    const content = decodeContent(task.path, task.bytes as Uint8Array);
    if ('skipped' in content) continue;
    scan(task.path, Buffer.from(content.text), rowAt(at));
    read.add(at);
  }
  // A path may match although the content does not.
  for (const [at, { path }] of files.entries()) if (!read.has(at)) scan(path, nothing, rowAt(at));
  return { rows, scanned: files.length - unreadable.length };
}

/** The texts to search. One that contains another is found with it. */
function textsOf({ terms, names, literals }: ScanPlan): string[] {
  const texts = [...terms.map(commonStart), ...names, ...literals].flatMap((text) => text.split('\n')).filter(Boolean);
  const minimal = texts.filter((one) => !texts.some((other) => other !== one && one.includes(other)));
  return [...new Set(minimal)].slice(0, maxTexts);
}

/** What all spellings of a term begin with, if it is long enough to tell anything. */
function commonStart(spellings: readonly string[]): string {
  const [first = '', ...others] = spellings;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  return length >= minLength ? first.slice(0, length) : first;
}

const minLength = 3;
const nothing = Buffer.alloc(0);
