/** The history of a repository as ground truth, with the same rules as `codecompass eval`. */
import { execFileSync } from 'node:child_process';
import * as evaluate from '../../build/evaluate/history.js';
import { openRepository } from '../../build/scan/git/repository.js';

export async function historyOf(repo, wanted) {
  const head = git(repo, 'rev-parse', 'HEAD').trim();
  return evaluate.historyOf(await openRepository(repo), head, wanted);
}

export function questionsOf(candidates, files, wanted) {
  return evaluate.questionsOf(candidates, files).slice(0, wanted);
}

export function git(repo, ...args) {
  return execFileSync('git', ['-C', repo, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
