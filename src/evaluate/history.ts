/**
 * A repository's history as judge: the subjects of commits are the questions, the files they changed the answers, and
 * the index asked is that of one base commit which precedes them all, so that it holds nothing of what they did.
 */
import { type Commit, commitsBetween, mainlineOf, pathsAt } from '../scan/git/history.ts';
import type { Repository } from '../scan/git/repository.ts';
import type { FileVersion } from '../store/store.ts';
import { isLock, queryOf, unfitness } from './commit-query.ts';

/** Candidates beyond what is wanted, since some of their files may be left out of the index. */
const margin = 1.15;
/** How much further back each try for a base goes. */
const growth = 1.3;
/** Further back than this, paths have little to do with what they are now. */
const maxSteps = 20_000;

export interface History {
  readonly base: string;
  /** The commits after the base that can be judged, oldest first. */
  readonly candidates: readonly Commit[];
  /** How many others there are in between, by the reason why they cannot. */
  readonly unfit: Readonly<Record<string, number>>;
}

export interface Question {
  readonly commit: string;
  readonly query: string;
  /** The files that answer it, and those of them that are code. */
  readonly right: readonly string[];
  readonly rightCode: readonly string[];
}

/**
 * The base is the latest commit that has enough candidates after it; in a history in which that many cannot be had (files
 * move, and a base has only the old paths), the one that has most. The candidates nearest to it are taken.
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

/** The questions that the index of the base can be asked. */
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
