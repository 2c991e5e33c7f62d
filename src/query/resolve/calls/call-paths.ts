/**
 * Call paths: the ways in which one symbol calls another, through others. Callees of the start and callers of the goal
 * are followed breadth first until they meet; the graph between them then has the paths. The work is limited by counts,
 * not by time, so that the same question has the same answer on every machine.
 */
import { functionKinds, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { isTopLevelCode, topLevelCode } from '../../shapes/symbol-ids.ts';
import type { RefView } from '../../view/ref-view.ts';
import { ViewResolver } from '../names/resolver.ts';
import { sourceOf } from '../names/source-file.ts';
import { CallMap, type Hop, type Path } from './call-map.ts';
import { Budget, type Edge, type UnresolvedSite } from './edge.ts';
import { calleesOf, callersOf } from './follow-calls.ts';
import { identity } from './resolve-site.ts';
import { isSymbol } from './walk-calls.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export interface PathSearch {
  readonly from: Group;
  readonly to: Group;
  /** Calls in a path, at most. */
  readonly maxDepth: number;
  readonly maxPaths: number;
  /** Whether a path may lead through test code. */
  readonly throughTests: boolean;
  /** 1 for the usual amount of work. */
  readonly effort: number;
}

export interface FoundPaths {
  /** Best first: few calls, proven before guessed. */
  readonly paths: readonly Path[];
  /** Whether there may be more than those. */
  readonly hasMore: boolean;
  /** The number of calls up to which all paths were followed. */
  readonly searchedDepth: number;
  /** `exhausted`: one side has nothing left to follow; `budget`: not everything within the depth was followed. */
  readonly ended: 'found' | 'exhausted' | 'depth' | 'budget';
  /** Calls that may continue a path: those with the name of a symbol on the way to the goal first. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Symbols whose calls were followed, and those that the budget left out or cut. */
  readonly followed: { readonly callees: readonly SymbolRecord[]; readonly callers: readonly SymbolRecord[] };
  readonly unfollowed: number;
}

/** Symbols that are followed from each side. */
const maxFollowed = { callees: 400, callers: 120 };
/** Symbols that are followed only to find where a path was lost. */
const maxLostTrail = 150;
/** Call sites of all callees. */
const calleeSites = 8_000;
/** Files and call sites for the callers of the goal, and for those of each symbol before it. */
const goalBudget = [1_500, 4_000] as const;
const callerBudget = [60, 300] as const;

export async function callPaths(view: RefView, search: PathSearch): Promise<FoundPaths> {
  const meeting = new Meeting(view, search);
  return meeting.run();
}

const sides = ['callees', 'callers'] as const;
type Side = (typeof sides)[number];

class Meeting {
  readonly #view: RefView;
  readonly #search: PathSearch;
  readonly #map = new CallMap();
  readonly #seen: Record<Side, Map<string, SymbolRecord>> = { callees: new Map(), callers: new Map() };
  readonly #followed: Record<Side, SymbolRecord[]> = { callees: [], callers: [] };
  readonly #unresolved: Record<Side, UnresolvedSite[]> = { callees: [], callers: [] };
  readonly #calleeBudget: Budget;
  readonly #unfollowed: Record<Side, number> = { callees: 0, callers: 0 };

  constructor(view: RefView, search: PathSearch) {
    this.#view = view;
    this.#search = search;
    this.#calleeBudget = new Budget(maxFollowed.callees, Math.round(calleeSites * search.effort));
    this.#seen.callees.set(keyOf(search.from[0]), search.from[0]);
    this.#seen.callers.set(keyOf(search.to[0]), search.to[0]);
  }

  async run(): Promise<FoundPaths> {
    const { from, to, maxDepth, maxPaths } = this.#search;
    let level: Record<Side, readonly Group[]> = { callees: [from], callers: [to] };
    let depth = 0;
    let searchedDepth = 0;
    let metAt: number | undefined;
    let paths: readonly Path[] = [];
    let ended: FoundPaths['ended'] = 'depth';
    while (depth < maxDepth) {
      if (this.#hasNothingLeft(level)) {
        ended = 'exhausted';
        break;
      }
      const side = this.#cheaper(level);
      if (side === undefined) break;
      const next: Group[] = [];
      for (const group of level[side]) for (const each of await this.#follow(side, group)) next.push(each);
      level = { ...level, [side]: next };
      depth++;
      if (this.#allUnfollowed() === 0) searchedDepth = depth;
      if (this.#hasMet()) paths = this.#map.paths(keyOf(from[0]), keyOf(to[0]), maxPaths + 1, maxDepth);
      if (paths.length > 0) metAt ??= depth;
      // One level more finds a proven path that is a little longer than a guessed one.
      if (paths.length > maxPaths || (metAt !== undefined && depth > metAt)) break;
    }
    if (paths.length > 0) ended = 'found';
    else if (this.#allUnfollowed() > 0) ended = 'budget';
    if (paths.length === 0) await this.#followToLostTrail(level.callees, maxDepth - depth);
    return {
      paths: paths.slice(0, maxPaths),
      hasMore: paths.length > maxPaths || ended !== 'exhausted',
      searchedDepth: ended === 'exhausted' ? maxDepth : searchedDepth,
      ended,
      unresolved: this.#mostTelling(),
      followed: this.#followed,
      unfollowed: this.#allUnfollowed(),
    };
  }

  /**
   * Without resolved callers of the goal, a path ends at an unresolved call. Following the start further shows which of
   * the unresolved calls it reaches.
   */
  async #followToLostTrail(start: readonly Group[], levels: number): Promise<void> {
    if (this.#unresolved.callers.length === 0) return;
    const left = Math.round(maxLostTrail * this.#search.effort) + this.#followed.callees.length;
    let level = start;
    for (let at = 0; at < levels && level.length > 0; at++) {
      const next: Group[] = [];
      for (const group of level) {
        if (this.#followed.callees.length >= left) return;
        for (const each of await this.#follow('callees', group)) next.push(each);
      }
      level = next;
    }
  }

  /** One side was followed to its end, so no path is longer. */
  #hasNothingLeft(level: Record<Side, readonly Group[]>): boolean {
    return sides.some((side) => level[side].length === 0 && this.#unfollowed[side] === 0);
  }

  /** The side with less to do; undefined if both have used up their budget. */
  #cheaper(level: Record<Side, readonly Group[]>): Side | undefined {
    const open = sides.filter((side) => level[side].length > 0 && !this.#isSpent(side));
    if (open.length < 2) return open[0];
    return level.callees.length <= level.callers.length * callerCost ? 'callees' : 'callers';
  }

  #hasMet(): boolean {
    const { callees, callers } = this.#seen;
    const [few, many] = callees.size < callers.size ? [callees, callers] : [callers, callees];
    for (const key of few.keys()) if (many.has(key)) return true;
    return false;
  }

  #allUnfollowed(): number {
    return this.#unfollowed.callees + this.#unfollowed.callers;
  }

  #isSpent(side: Side): boolean {
    return this.#followed[side].length >= this.#limitOf(side);
  }

  #limitOf(side: Side): number {
    return Math.ceil(maxFollowed[side] * this.#search.effort);
  }

  /** Adds the calls of a symbol to the map and returns the symbols that were not known yet. */
  async #follow(side: Side, group: Group): Promise<Group[]> {
    await this.#view.pause();
    if (this.#isSpent(side)) {
      this.#unfollowed[side]++;
      return [];
    }
    const isGoal = side === 'callers' && this.#followed.callers.length === 0;
    const [files, sites] = isGoal ? goalBudget : callerBudget;
    const budget = side === 'callees' ? this.#calleeBudget : new Budget(files, sites);
    const found = await (side === 'callees' ? calleesOf : callersOf)(this.#view, group, budget);
    for (const each of group) this.#followed[side].push(each);
    for (const each of found.unresolved) this.#unresolved[side].push(each);
    if (found.unexamined > 0 || (found.omitted ?? 0) > 0) this.#unfollowed[side]++;
    const next: Group[] = [];
    const reach = (symbol: SymbolRecord) => {
      if (this.#seen[side].has(keyOf(symbol))) return;
      this.#seen[side].set(keyOf(symbol), symbol);
      // Of a class only what constructing it calls goes on; its methods are called one by one.
      if (!isTopLevelCode(symbol) && (side === 'callers' || !typeKinds.has(symbol.kind))) next.push([symbol]);
    };
    for (const edge of inOrder(found.edges)) {
      const ends = side === 'callees' ? await this.#calledBy(edge) : await this.#callersAt(edge);
      for (const end of ends) {
        if (!this.#isAllowed(end)) continue;
        const [caller, callee] = side === 'callees' ? [group[0], end] : [end, group[0]];
        this.#map.add(hopOf(edge, caller, callee));
        reach(end);
      }
    }
    return next;
  }

  #isAllowed(symbol: SymbolRecord): boolean {
    const { throughTests, from, to } = this.#search;
    if (throughTests || !symbol.labels.includes('test')) return true;
    return keyOf(symbol) === keyOf(from[0]) || keyOf(symbol) === keyOf(to[0]);
  }

  /** Constructing a class calls its constructor. */
  async #calledBy({ end }: Edge): Promise<readonly SymbolRecord[]> {
    if (!isSymbol(end)) return [];
    if (!typeKinds.has(end.kind)) return [end];
    const ends = [end];
    const resolver = new ViewResolver(this.#view);
    for (const name of callRulesOf(end.language).sites.constructors ?? []) {
      for (const each of await resolver.membersOf(end, name, 0)) ends.push(each);
    }
    return ends;
  }

  /** The caller, and the functions around it: what a nested function calls is called inside of them. */
  async #callersAt({ end }: Edge): Promise<readonly SymbolRecord[]> {
    if (!isSymbol(end)) return [topLevelCode(end)];
    const start = keyOf(this.#search.from[0]);
    const ends = [end];
    const { symbols } = await sourceOf(this.#view, end);
    for (let outer = symbols[end.parent]; outer !== undefined; outer = symbols[outer.parent]) {
      if (functionKinds.has(outer.kind) || keyOf(outer) === start) ends.push(outer);
    }
    return ends;
  }

  /**
   * The unresolved calls: first those on both sides, which are reached from the start and may reach the goal, then those
   * that only may reach the goal.
   */
  #mostTelling(): readonly UnresolvedSite[] {
    const names = new Set([...this.#seen.callers.values()].map(({ name }) => name));
    const reached = new Set(
      [...this.#seen.callees.values()].map(({ versionId, position }) => `${versionId} ${position}`),
    );
    const rank = ({ file, site }: UnresolvedSite) => (reached.has(`${file.id} ${site.within}`) ? 0 : 1);
    const { callees, callers } = this.#unresolved;
    const [telling, others]: [UnresolvedSite[], UnresolvedSite[]] = [[], []];
    for (const each of callees) (names.has(each.site.name) ? telling : others).push(each);
    const mayReach = callers.filter(({ file }) => this.#search.throughTests || !file.labels.includes('test'));
    const all = [...telling, ...mayReach.sort((a, b) => rank(a) - rank(b)), ...others];
    return [...new Map(all.map((each) => [`${each.file.id} ${each.site.line} ${each.site.name}`, each])).values()];
  }
}

/** Following a callee reads one file, following a caller every file with the name. */
const callerCost = 4;

function hopOf(
  { path, lines, confidence, isDispatch, isReference }: Edge,
  caller: SymbolRecord,
  callee: SymbolRecord,
): Hop {
  const [line = 0] = lines;
  return {
    from: keyOf(caller),
    to: keyOf(callee),
    callee,
    file: path,
    line,
    confidence,
    ...(isReference ? { via: 'reference' } : isDispatch ? { via: 'dispatch' } : {}),
  };
}

/** Proven edges before guessed ones, calls before references. */
function inOrder(edges: readonly Edge[]): Edge[] {
  const rank = ({ confidence, isDispatch, isReference }: Edge) =>
    (confidence === 'heuristic' ? (isDispatch ? 2 : 4) : 0) + Number(isReference);
  return [...edges].sort((a, b) => rank(a) - rank(b));
}

/** Top-level code may have the name of a function in its file. */
export function keyOf(symbol: SymbolRecord): string {
  return isTopLevelCode(symbol) ? `file ${symbol.versionId}` : identity(symbol);
}
