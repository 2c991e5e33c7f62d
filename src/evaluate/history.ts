/**
 * Uses a repository's history as ground truth: commit subjects are the questions, the files they changed are the
 * answers. The index is built from a base commit that precedes them all, so it contains none of their changes.
 */
import { type Commit, commitsBetween, mainlineOf, pathsAt } from '../scan/git/history.ts';
import type { Repository } from '../scan/git/repository.ts';
import type { FileVersion } from '../store/store.ts';
import { isLock, queryOf, unfitness } from './commit-query.ts';

/** Extra candidates, since some of their files may not be in the index. */
const margin = 1.15;
/** The factor by which each attempt at a base commit goes further back. */
const growth = 1.3;
/** Beyond this distance, most paths differ from today's. */
const maxSteps = 20_000;

export interface History {
  readonly base: string;
  /** The usable commits after the base, oldest first. */
  readonly candidates: readonly Commit[];
  /** The number of unusable commits in between, by reason. */
  readonly unfit: Readonly<Record<string, number>>;
}

export interface Question {
  readonly commit: string;
  readonly query: string;
  /** The files that answer it, and the code files among them. */
  readonly right: readonly string[];
  readonly rightCode: readonly string[];
}

/**
 * Picks the latest base commit with enough candidates after it, or the one with the most if none has enough (files
 * move, and a base has only the old paths). Returns the candidates closest to the base.
 */
export async function historyOf(repository: Repository, head: string, wanted: number): Promise<History> {
  const mainline = await mainlineOf(repository, head, maxSteps);
  const last = mainline.length - 1;
  let best: History | undefined;
  for (let steps = wanted; ; steps = Math.ceil(steps * growth)) {
    const base = mainline[Math.min(steps, last)] ?? head;
    const found = await candidatesSince(repository, base, head);
    if (best === undefined || found.candidates.length > best.candidates.length) best = found;
    if (best.candidates.length >= wanted * margin || steps >= last) break;
  }
  return { ...best, candidates: best.candidates.slice(0, Math.ceil(wanted * margin)) };
}

/** Returns the questions whose answers include indexed code files of the base. */
export function questionsOf(candidates: readonly Commit[], files: readonly FileVersion[]): Question[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const questions = candidates.map(({ id, subject, paths }) => {
    const right = paths.filter((path) => byPath.has(path) && !isLock(path));
    const rightCode = right.filter((path) => byPath.get(path)?.outcome !== 'none');
    return { commit: id, query: queryOf(subject), right, rightCode };
  });
  return questions.filter(({ rightCode }) => rightCode.length > 0);
}

async function candidatesSince(repository: Repository, base: string, head: string): Promise<History> {
  const there = await pathsAt(repository, base);
  const unfit: Record<string, number> = {};
  const candidates: Commit[] = [];
  for (const commit of (await commitsBetween(repository, base, head)).reverse()) {
    const reason = unfitness(commit) ?? (commit.paths.some((path) => there.has(path)) ? undefined : 'new files only');
    if (reason === undefined) candidates.push(commit);
    else unfit[reason] = (unfit[reason] ?? 0) + 1;
  }
  return { base, candidates, unfit };
}
