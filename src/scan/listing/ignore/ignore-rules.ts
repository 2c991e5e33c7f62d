/**
 * Ignore rules decide which paths are ignored, by patterns in `.gitignore` syntax. They are a chain of rule sets, each
 * with the folder of its ignore file. Later rules override earlier ones, deeper override higher, and nothing below an
 * ignored folder can be re-included. Names are compared byte by byte, so case matters unless the rules fold it.
 */
import type { Steps } from '../../../text/glob.ts';
import { bytesOf, type Name } from '../names.ts';
import { type IgnoreWork, ignoreLimits, ignoreWork } from './ignore-limits.ts';
import { lowerCase } from './ignore-pattern.ts';
import { type RuleSet, ruleSet } from './rule-set.ts';

export interface IgnoreRules {
  readonly empty: boolean;
  ignores(name: Name, isFolder: boolean): boolean;
  /** Returns these rules plus those of an ignore file in a folder. The folder has to be below that of the last one. */
  withFile(folder: Name, rules: RuleSet): IgnoreRules;
}

/** Returns the rules of the root: every ignore file overrides `first`, none overrides `last`. */
export function ignoreRules(
  first: readonly string[],
  last: readonly string[] = [],
  work: IgnoreWork = ignoreWork(),
): IgnoreRules {
  const [firstSet, lastSet] = [first, last].map((patterns) => ruleSet(patterns.map(byteText).join('\n')));
  return new ChainedRules({ base: '', set: firstSet as RuleSet }, { last: lastSet as RuleSet, work, fold: asIs });
}

/** Returns rules without patterns, for those of git. If they fold case, so must the rule sets that are added. */
export function noRules(work: IgnoreWork, { foldsCase = false } = {}): IgnoreRules {
  return new ChainedRules(
    { base: '', set: noPatterns },
    { last: noPatterns, work, fold: foldsCase ? lowerCase : asIs },
  );
}

const noPatterns = ruleSet('');
const asIs = (path: string) => path;

/** Returns a path as git sees it: one character per byte. */
export function bytePath(name: Name): string {
  return name.rawPath === undefined ? byteText(name.path) : bytesOf(name).toString('latin1');
}

function byteText(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
}

interface Link {
  /** The folder of the ignore file, with a trailing slash; the root is the empty string. */
  readonly base: string;
  readonly set: RuleSet;
  readonly above?: Link;
}

/** Whether a path is ignored, and how many steps it took to find out. An undecided one counts as ignored. */
interface Decision {
  readonly isIgnored: boolean;
  readonly isUndecided: boolean;
  readonly steps: number;
}

/** What is known of a folder. */
interface Verdict extends Decision {
  readonly folder: string;
}

/** What is the same for all rules of a tree. */
interface Shared {
  readonly last: RuleSet;
  readonly work: IgnoreWork;
  /** Returns a path in the case in which it is compared. */
  readonly fold: (path: string) => string;
}

class ChainedRules implements IgnoreRules {
  readonly empty: boolean;
  readonly #link: Link;
  readonly #shared: Shared;
  readonly #size: ChainSize;
  /** The folders above the path that was asked for last, from that of the ignore file on: the next is often beside it. */
  readonly #above: Verdict[];

  constructor(
    link: Link,
    shared: Shared,
    size: ChainSize = { rules: 0, globBytes: 0 },
    verdict: Verdict = { folder: '', isIgnored: false, isUndecided: false, steps: 0 },
  ) {
    this.#link = link;
    this.#shared = shared;
    this.#size = size;
    this.#above = [verdict];
    this.empty = shared.last.rules === 0 && link.set.rules === 0 && link.above === undefined;
  }

  ignores(name: Name, isFolder: boolean): boolean {
    if (this.empty) return false;
    const path = this.#shared.fold(bytePath(name));
    const parent = this.#verdictOf(path.slice(0, path.lastIndexOf('/') + 1));
    const { isIgnored, isUndecided } = parent.isIgnored ? parent : this.#decide(path, isFolder, parent.steps);
    if (isUndecided) this.#shared.work.undecided.add(isFolder ? `${name.path}/` : name.path);
    return isIgnored;
  }

  withFile(folder: Name, set: RuleSet): IgnoreRules {
    if (set.rules === 0) return this;
    const base = folder.path === '' ? '' : `${this.#shared.fold(bytePath(folder))}/`;
    const size = { rules: this.#size.rules + set.rules, globBytes: this.#size.globBytes + set.globBytes };
    if (size.rules > ignoreLimits.rules || size.globBytes > ignoreLimits.globBytes) {
      const place = folder.path === '' ? 'the root' : folder.path;
      this.#shared.work.report(`An ignore file in ${place} is not applied: there are too many patterns.`);
      return this;
    }
    const link = { base, set, above: this.#link };
    return new ChainedRules(link, this.#shared, size, this.#verdictOf(base));
  }

  /** Returns the verdict of a folder, given with a trailing slash. */
  #verdictOf(folder: string): Verdict {
    const above = this.#above;
    let nearest = above.at(-1) as Verdict;
    while (nearest.folder !== folder && !folder.startsWith(nearest.folder) && above.length > 1) {
      above.pop();
      nearest = above.at(-1) as Verdict;
    }
    while (nearest.folder.length < folder.length) {
      const end = folder.indexOf('/', nearest.folder.length);
      const path = folder.slice(0, end);
      nearest = nearest.isIgnored
        ? { ...nearest, folder: `${path}/` }
        : { folder: `${path}/`, ...this.#decide(path, true, nearest.steps) };
      above.push(nearest);
    }
    return nearest;
  }

  /** Decides about a path whose folder is not ignored. `spent` is what that took. */
  #decide(path: string, isFolder: boolean, spent: number): Decision {
    const { work } = this.#shared;
    work.left += ignoreLimits.listingStepsPerPath;
    const granted = Math.min(ignoreLimits.steps - spent, work.left);
    const steps: Steps = { left: granted };
    let decision = this.#shared.last.decide(path, isFolder, steps);
    for (let link: Link | undefined = this.#link; link !== undefined && decision === undefined; link = link.above) {
      steps.left--;
      if (!path.startsWith(link.base)) continue;
      decision = link.set.decide(link.base === '' ? path : path.slice(link.base.length), isFolder, steps);
    }
    const isUndecided = steps.left < 0;
    const taken = granted - steps.left;
    work.left -= Math.max(0, Math.min(taken, granted));
    if (isUndecided)
      work.report('Some files are excluded, because the ignore patterns are too costly for their paths.');
    return { isIgnored: decision === 'ignored' || isUndecided, isUndecided, steps: spent + taken };
  }
}

interface ChainSize {
  readonly rules: number;
  readonly globBytes: number;
}
