/**
 * A rule set contains the patterns of one ignore file, indexed so that a path is compared with few of them: names, paths
 * and suffixes without wildcards are looked up, whatever their number, and of the others only those below whose folder
 * the path is are tried. Of the patterns that match, the last one decides.
 */
import { type Glob, globMatches, type Steps } from '../../../text/glob.ts';
import { ignoreLimits } from './ignore-limits.ts';
import { type IgnorePattern, ignorePattern } from './ignore-pattern.ts';

export interface RuleSet {
  readonly rules: number;
  readonly globBytes: number;
  /** How many patterns were left out because of their length. */
  readonly tooLong: number;
  /** Decides about a path below the folder of the ignore file; undefined if no pattern matches. */
  decide(path: string, isFolder: boolean, steps: Steps): 'ignored' | 'included' | undefined;
}

/**
 * Returns the rules of an ignore file. Its text has one character per byte, as paths have. Rules that fold case are for
 * paths in lower case.
 */
export function ruleSet(text: string, { foldsCase = false } = {}): RuleSet {
  return new IndexedRules(linesOf(text), foldsCase);
}

const byteOrderMark = '\u00ef\u00bb\u00bf';

function* linesOf(text: string): Generator<string> {
  let start = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
  }
}

/** The position of a pattern in its file, doubled, plus one if it re-includes: the largest that matches decides. */
type Rank = number;

interface GlobRule {
  readonly rank: Rank;
  readonly subject: 'name' | 'path';
  readonly folderOnly: boolean;
  readonly folder: string;
  readonly glob: Glob;
}

/** Patterns without wildcards, by what they match. Of equal ones, the last one counts. */
class Lookup {
  readonly names = new Map<string, Rank>();
  readonly paths = new Map<string, Rank>();
  readonly #suffixes = new Map<string, Rank>();
  readonly #suffixLengths = new Set<number>();

  addSuffix(suffix: string, rank: Rank): void {
    this.#suffixes.set(suffix, rank);
    this.#suffixLengths.add(suffix.length);
  }

  /** Returns the highest rank of a pattern that matches, or -1. */
  find(path: string, name: string, steps: Steps): Rank {
    let best = this.names.size === 0 ? -1 : (this.names.get(name) ?? -1);
    if (this.paths.size > 0) best = Math.max(best, this.paths.get(path) ?? -1);
    steps.left -= this.#suffixLengths.size;
    for (const length of this.#suffixLengths) {
      if (length > name.length) continue;
      const rank = this.#suffixes.get(name.slice(name.length - length));
      if (rank !== undefined && rank > best) best = rank;
    }
    return best;
  }
}

class IndexedRules implements RuleSet {
  rules = 0;
  globBytes = 0;
  tooLong = 0;
  readonly #any = new Lookup();
  readonly #foldersOnly = new Lookup();
  /** By the folder that contains every match; each list begins with the highest rank. */
  readonly #globs = new Map<string, GlobRule[]>();

  constructor(lines: Iterable<string>, foldsCase: boolean) {
    for (const line of lines) {
      // Too many to apply at all.
      if (this.rules > ignoreLimits.rules || this.globBytes > ignoreLimits.globBytes) break;
      if (line.length > ignoreLimits.patternBytes && !line.startsWith('#')) this.tooLong++;
      else this.#add(ignorePattern(line, foldsCase), line.length);
    }
    for (const globs of this.#globs.values()) globs.reverse();
  }

  decide(path: string, isFolder: boolean, steps: Steps): 'ignored' | 'included' | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    let best = this.#any.find(path, name, steps);
    if (isFolder) best = Math.max(best, this.#foldersOnly.find(path, name, steps));
    if (this.#globs.size > 0) {
      best = this.#highestGlob('', path, name, isFolder, best, steps);
      // Without others, no folder has to be looked up.
      const hasFolders = this.#globs.size > (this.#globs.has('') ? 1 : 0);
      for (let end = path.indexOf('/'); hasFolders && end !== -1; end = path.indexOf('/', end + 1)) {
        best = this.#highestGlob(path.slice(0, end + 1), path, name, isFolder, best, steps);
      }
    }
    if (best === -1) return undefined;
    return best % 2 === 1 ? 'included' : 'ignored';
  }

  #highestGlob(folder: string, path: string, name: string, isFolder: boolean, atLeast: Rank, steps: Steps): Rank {
    steps.left--;
    for (const rule of this.#globs.get(folder) ?? []) {
      if (rule.rank < atLeast || steps.left < 0) return atLeast;
      if (rule.folderOnly && !isFolder) continue;
      const isMatch =
        rule.subject === 'name'
          ? globMatches(rule.glob, name, 0, steps)
          : globMatches(rule.glob, path, folder.length, steps);
      if (isMatch) return rule.rank;
    }
    return atLeast;
  }

  #add(pattern: IgnorePattern | undefined, length: number): void {
    if (pattern === undefined) return;
    const { negated, folderOnly, subject, test } = pattern;
    const rank = 2 * this.rules++ + (negated ? 1 : 0);
    const lookup = folderOnly ? this.#foldersOnly : this.#any;
    if (test.kind === 'literal') (subject === 'name' ? lookup.names : lookup.paths).set(test.text, rank);
    else if (test.kind === 'suffix') lookup.addSuffix(test.text, rank);
    else {
      const { folder, glob } = test;
      this.globBytes += length;
      const rule = { rank, subject, folderOnly, folder, glob };
      const others = this.#globs.get(folder);
      if (others === undefined) this.#globs.set(folder, [rule]);
      else others.push(rule);
    }
  }
}
