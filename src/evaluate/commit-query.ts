/**
 * Turns a commit into a search query: strips ticket numbers and prefixes from its subject, and rejects unfit
 * commits.
 */
import type { Commit } from '../scan/git/history.ts';
import { contentWords } from './content-words.ts';

const maxChangedFiles = 20;
const minContentWords = 3;

/** `fix(css): keep order of layers (#123)` → `css keep order of layers`. */
export function queryOf(subject: string): string {
  return subject
    .replace(/^\s*(?:\[[^\]]*\]\s*)+/, '')
    .replace(
      /^(?:feat|fix|chore|docs|refactor|perf|tests?|build|ci|style|types?|wip|deps)(?:\(([^)]*)\))?!?:\s*/i,
      '$1 ',
    )
    .replace(/^(?:(?:fixe[sd]|fix|refs?|closes?|closed|resolves?|resolved)\s+)?(?:#\d+[,\s]*)+(?:--|:|-)?\s*/i, '')
    .replace(/^[A-Z]{2,}-\d+\s*[:-]?\s*/, '')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\((?=[^()]*\))[^()]*#\d[^()]*\)/g, ' ')
    .replace(/(?:\b(?:see|fix|fixes|closes|refs?|resolves)\s+)?(?:(?<![\w.-])[\w.-]+\/[\w.-]+)?(?:#|\bgh-)\d+\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns why a commit cannot serve as a query, or undefined if it can. */
export function unfitness({ subject, author, paths }: Omit<Commit, 'id'>): string | undefined {
  if (/\bbot\b|\[bot\]|robot|dependabot|renovate|greenkeeper|github-actions/i.test(author)) return 'bot';
  if (/^\s*(?:revert|reapply|merge|release|bump|back out|backed out)\b/i.test(subject))
    return 'revert, release or bump';
  if (paths.length > maxChangedFiles) return `over ${maxChangedFiles} files`;
  if (!paths.some(isCode)) return 'no code';
  if (contentWords(queryOf(subject)).length < minContentWords) return `under ${minContentWords} words`;
  return undefined;
}

export function isCode(path: string): boolean {
  return /\.(?:go|rs|[cm]?[jt]sx?|py|pyi|java|c|h|cc|cpp|cxx|hh|hpp|cs|rb|php|sh|bash)$/.test(path);
}

/** Lock files are generated, so they are never a right answer. */
export function isLock(path: string): boolean {
  return /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock)$/.test(
    path,
  );
}
