/**
 * A repository's history as judge: the subjects of commits are the questions, the files they changed the answers, and
 * the index asked is that of one base commit which precedes them all. The commits nearest to the base are taken.
 */
import { execFileSync } from 'node:child_process';
import { isLock, queryOf, unfitness } from './commit-query.mjs';

/** Candidates beyond what is wanted, since some of their files may be left out of the index. */
const margin = 1.15;
/** How much further back each try for a base goes. */
const growth = 1.3;

/**
 * The base commit and the commits after it that can be judged, oldest first. The base is the latest one that has enough
 * of them; in a history in which that many cannot be had (files move, and a base has only the old paths), the one that has most.
 */
export function historyOf(repo, wanted) {
  const mainline = git(repo, 'rev-list', '--first-parent', 'HEAD').trim().split('\n');
  let best;
  for (let steps = wanted; ; steps = Math.ceil(steps * growth)) {
    const base = mainline[Math.min(steps, mainline.length - 1)];
    const found = { base, ...candidatesSince(repo, base) };
    if (best === undefined || found.candidates.length > best.candidates.length) best = found;
    if (best.candidates.length >= wanted * margin || steps >= mainline.length - 1) break;
  }
  return { ...best, candidates: best.candidates.slice(0, Math.ceil(wanted * margin)) };
}

/** The questions that the index of the base can be asked: with the right files, all of them and those that are code. */
export function questionsOf(candidates, files, wanted) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const questions = candidates.map(({ commit, subject, paths }) => {
    const right = paths.filter((path) => byPath.has(path) && !isLock(path));
    return {
      commit,
      query: queryOf(subject),
      right,
      rightCode: right.filter((path) => byPath.get(path).outcome !== 'none'),
    };
  });
  return questions.filter(({ rightCode }) => rightCode.length > 0).slice(0, wanted);
}

function candidatesSince(repo, base) {
  const there = new Set(git(repo, 'ls-tree', '-r', '-z', '--name-only', base).split('\0'));
  const unfit = {};
  const candidates = [];
  for (const commit of commitsSince(repo, base).reverse()) {
    const reason = unfitness(commit) ?? (commit.paths.some((path) => there.has(path)) ? undefined : 'new files only');
    if (reason === undefined) candidates.push(commit);
    else unfit[reason] = (unfit[reason] ?? 0) + 1;
  }
  return { candidates, unfit };
}

/** Newest first. A renamed file counts under its old path as well, which is the one that the base has. */
function commitsSince(repo, base) {
  const format = '--format=%x1e%H%x1f%an <%ae>%x1f%s%x1f';
  const range = `${base}..HEAD`;
  const log = git(repo, 'log', '--no-merges', '--topo-order', '--no-renames', '--name-only', '-z', format, range);
  return log
    .split('\x1e')
    .slice(1)
    .map((record) => {
      const [commit, author, subject, names = ''] = record.split('\x1f');
      const paths = names.split('\0').map((name) => name.replace(/^\n/, ''));
      return { commit, author, subject, paths: paths.filter((path) => path !== '') };
    });
}

export function git(repo, ...args) {
  return execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
}
