/** The `exports` and `imports` of a package: subpaths, patterns with a star, and conditions in any nesting. */
import { isTable, type Table } from '../read-manifest.ts';
import { isTooLong } from './written-path.ts';

/**
 * Returns the possible targets of a subpath (`.`, `./x`, `#x`), in order. An empty list means that the subpath is
 * closed, undefined that it is not mentioned.
 */
export function matchExports(map: unknown, subpath: string): string[] | undefined {
  if (!isTable(map)) return subpath === '.' ? targetsOf(map) : undefined;
  const keys = keysOf(map);
  if (!keys.areSubpaths) return subpath === '.' ? targetsOf(map) : undefined;
  if (Object.hasOwn(map, subpath)) return targetsOf(map[subpath]);
  const patterns = keys.patterns
    .filter((key) => matches(key, subpath))
    .sort((a, b) => prefixOf(b).length - prefixOf(a).length);
  const [pattern] = patterns;
  if (pattern === undefined) return undefined;
  const [prefix, suffix] = [prefixOf(pattern), suffixOf(pattern)];
  const star = subpath.slice(prefix.length, subpath.length - suffix.length);
  const targets = targetsOf(map[pattern]).map((target) =>
    target.includes('*') ? target.replaceAll('*', star) : target.endsWith('/') ? target + star : target,
  );
  // Many stars for a long name are too long only now.
  return targets.filter((target) => !isTooLong(target));
}

interface Keys {
  /** The keys are subpaths, not conditions. */
  readonly areSubpaths: boolean;
  /** Those with a star or a slash at the end. */
  readonly patterns: readonly string[];
}

/** Every import asks for the same keys, and there may be thousands. */
const knownKeys = new WeakMap<Table, Keys>();

function keysOf(map: Table): Keys {
  const known = knownKeys.get(map);
  if (known !== undefined) return known;
  const keys = Object.keys(map);
  const patterns = keys.slice(0, maxPatterns).filter((key) => key.includes('*') || key.endsWith('/'));
  const made = { areSubpaths: keys.some((key) => /^[.#]/.test(key)), patterns };
  knownKeys.set(map, made);
  return made;
}

/** Whether `matchExports` may miss a target because of a limit. */
export function isBeyondLimits(map: unknown): boolean {
  if (!isTable(map)) return countTargets(map) > maxTargets;
  const keys = Object.keys(map);
  // A subpath without a star is looked up, so any number of them is read.
  if (keys.slice(maxPatterns).some((key) => key.includes('*') || key.endsWith('/'))) return true;
  const isSubpaths = keys.some((key) => /^[.#]/.test(key));
  return (isSubpaths ? Object.values(map) : [map]).some((value) => countTargets(value) > maxTargets);
}

/** All targets that a map mentions. */
export function* mentionedTargets(map: unknown): Generator<string> {
  if (!isTable(map) || !keysOf(map).areSubpaths) yield* targetsOf(map);
  else for (const key in map) yield* targetsOf(map[key]);
}

/** The number of targets and conditions; infinite if they are nested too deeply to be read. */
function countTargets(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 1 : 0;
  if (depth > maxConditions) return Number.POSITIVE_INFINITY;
  const inner = Object.values(value);
  const targets = inner.reduce<number>((sum, each) => sum + countTargets(each, depth + 1), 0);
  return Math.max(targets, inner.length);
}

/** Conditions that importers commonly have; others are for bundlers, special environments or types only. */
const usualConditions = new Set(['source', 'import', 'node', 'require', 'default', 'development']);

/** Conditions within conditions. */
const maxConditions = 16;

/** Every import is compared with all patterns, and tried at all targets of one. Real packages have fewer. */
const maxPatterns = 1_000;
const maxTargets = 50;

/** Returns the targets of nested conditions, common ones first: the importer decides which one applies. */
function targetsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return isTooLong(value) ? [] : [value];
  if (depth > maxConditions) return [];
  if (Array.isArray(value)) {
    return value
      .slice(0, maxTargets)
      .flatMap((each) => targetsOf(each, depth + 1))
      .slice(0, maxTargets);
  }
  if (!isTable(value)) return [];
  const [usual, special]: [string[], string[]] = [[], []];
  for (const [condition, target] of Object.entries(value).slice(0, maxTargets)) {
    const known = usualConditions.has(condition) ? usual : special;
    for (const each of targetsOf(target, depth + 1)) known.push(each);
  }
  return [...usual, ...special].slice(0, maxTargets);
}

function matches(pattern: string, subpath: string): boolean {
  const [prefix, suffix] = [prefixOf(pattern), suffixOf(pattern)];
  if (!pattern.includes('*') && !pattern.endsWith('/')) return false;
  return subpath.length > prefix.length + suffix.length && subpath.startsWith(prefix) && subpath.endsWith(suffix);
}

function prefixOf(pattern: string): string {
  const star = pattern.indexOf('*');
  return star === -1 ? pattern : pattern.slice(0, star);
}

function suffixOf(pattern: string): string {
  const star = pattern.indexOf('*');
  return star === -1 ? '' : pattern.slice(star + 1);
}
