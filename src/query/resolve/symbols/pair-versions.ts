/**
 * Pairs the symbols of one name on two refs. The strongest evidence comes first: the same file and signature, the same
 * file, then the same identity in another file, if the file was moved. A name may have very many symbols, so only those
 * of files that changed are loaded in full, one file at a time.
 */
import type { SymbolRecord } from '../../../store/store.ts';
import { type SymbolCandidate, wholeSymbols } from '../../names/symbol-candidates.ts';
import { textOfSymbol } from '../../shapes/symbol-text.ts';
import type { RefView } from '../../view/ref-view.ts';

export interface Pair<Symbol> {
  readonly base?: Symbol;
  readonly head?: Symbol;
}

export type SymbolPair = Pair<SymbolRecord>;
export type CandidatePair = Pair<SymbolCandidate>;

/** Both lists are sorted by path, and so is the result. */
export async function pairVersions(
  baseView: RefView,
  headView: RefView,
  before: readonly SymbolCandidate[],
  after: readonly SymbolCandidate[],
): Promise<CandidatePair[]> {
  const pairs: CandidatePair[] = [];
  for (const file of byFile(before, after)) {
    await headView.pause();
    for (const each of await pairsWithin(baseView, headView, file)) pairs.push(each);
  }
  const moved = await moves(baseView, headView, pairs);
  if (moved.length === 0) return pairs;
  const joined = new Set(moved.flatMap(({ base, head }) => [base, head]));
  return [...pairs.filter((pair) => !isLone(pair) || !joined.has(pair.base ?? pair.head)), ...moved].sort(byPlace);
}

/** Groups two lists that are sorted by path. */
function* byFile(
  before: readonly SymbolCandidate[],
  after: readonly SymbolCandidate[],
): Generator<Sides<SymbolCandidate>> {
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [first, second] = [before[left]?.file.path, after[right]?.file.path];
    const path = second === undefined || (first !== undefined && first < second) ? first : second;
    const [fromLeft, fromRight] = [left, right];
    while (left < before.length && before[left]?.file.path === path) left++;
    while (right < after.length && after[right]?.file.path === path) right++;
    yield { before: before.slice(fromLeft, left), after: after.slice(fromRight, right) };
  }
}

interface Sides<Symbol> {
  readonly before: readonly Symbol[];
  readonly after: readonly Symbol[];
}

/** Returns the pairs of one file, and its other symbols alone. */
async function pairsWithin(base: RefView, head: RefView, file: Sides<SymbolCandidate>): Promise<CandidatePair[]> {
  if (isUnchanged(file))
    return file.before.map((each, at) => ({ base: each, head: file.after[at] as SymbolCandidate }));
  const isOnBoth = file.before.length > 0 && file.after.length > 0;
  if (!isOnBoth) return aloneOf(file).sort(byPlace);
  const [before, after] = [await wholeSymbols(base, file.before), await wholeSymbols(head, file.after)];
  const rest = { before: [...before], after: [...after] };
  const pairs = keys.flatMap((key) => takePairs(rest, key));
  const [oldById, newById] = [candidatesOf(file.before), candidatesOf(file.after)];
  return [...pairs, ...aloneOf(rest)]
    .map((pair) => ({
      ...(pair.base && { base: oldById.get(pair.base.id) as SymbolCandidate }),
      ...(pair.head && { head: newById.get(pair.head.id) as SymbolCandidate }),
    }))
    .sort(byPlace);
}

/** The refs may be in different indexes, so the ids tell nothing. */
function isUnchanged({ before, after }: Sides<SymbolCandidate>): boolean {
  return (
    before.length === after.length &&
    before[0]?.file.hash === after[0]?.file.hash &&
    before.every(({ kind, lineStart }, at) => kind === after[at]?.kind && lineStart === after[at]?.lineStart)
  );
}

function aloneOf<Symbol>({ before, after }: Sides<Symbol>): Pair<Symbol>[] {
  return [...before.map((base) => ({ base })), ...after.map((head) => ({ head }))];
}

function candidatesOf(candidates: readonly SymbolCandidate[]): ReadonlyMap<number, SymbolCandidate> {
  return new Map(candidates.map((candidate) => [candidate.id, candidate]));
}

function isLone({ base, head }: CandidatePair): boolean {
  return base === undefined || head === undefined;
}

/** Symbols per side whose text is compared. */
const maxCompared = 50;

/** Pairs the symbols that are alone by identity and most similar text: the same symbol in a moved file. */
async function moves(baseView: RefView, headView: RefView, pairs: readonly CandidatePair[]): Promise<CandidatePair[]> {
  const alone = pairs.filter(isLone);
  const before = alone.flatMap(({ base }) => base ?? []);
  const after = alone.flatMap(({ head }) => head ?? []);
  if (before.length === 0 || after.length === 0) return [];
  const isOnlyOne = before.length === 1 && after.length === 1;
  const [whole, wholeAfter] = [
    await wholeSymbols(baseView, before.slice(0, maxCompared)),
    await wholeSymbols(headView, after.slice(0, maxCompared)),
  ];
  const [identities, identitiesAfter] = [whole, wholeAfter].map((each) => new Set(each.map(identityOf)));
  const old = await withLines(baseView, before, whole, identitiesAfter as ReadonlySet<string>);
  const fresh = await withLines(headView, after, wholeAfter, identities as ReadonlySet<string>);
  const likely: { readonly base: WithLines; readonly head: WithLines; readonly likeness: number }[] = [];
  for (const base of old) {
    for (const head of fresh) {
      if (identityOf(base.symbol) !== identityOf(head.symbol)) continue;
      if (headView.isPauseDue()) await headView.pause();
      likely.push({ base, head, likeness: likeness(base.lines, head.lines) });
    }
  }
  likely.sort((a, b) => b.likeness - a.likeness);
  const taken = new Set<unknown>();
  const moved: CandidatePair[] = [];
  for (const { base, head, likeness: alike } of likely) {
    const isTaken = taken.has(base) || taken.has(head);
    if (isTaken || (!isOnlyOne && alike < leastLikeness)) continue;
    taken.add(base).add(head);
    moved.push({ base: base.candidate, head: head.candidate });
  }
  return moved;
}

interface WithLines {
  readonly candidate: SymbolCandidate;
  readonly symbol: SymbolRecord;
  readonly lines: ReadonlySet<string>;
}

/** Reads the symbols whose identity the other side has. */
async function withLines(
  view: RefView,
  candidates: readonly SymbolCandidate[],
  symbols: readonly SymbolRecord[],
  identities: ReadonlySet<string>,
): Promise<WithLines[]> {
  const found: WithLines[] = [];
  for (const [at, symbol] of symbols.entries()) {
    if (!identities.has(identityOf(symbol))) continue;
    await view.pause();
    found.push({ candidate: candidates[at] as SymbolCandidate, symbol, lines: await lines(view, symbol) });
  }
  return found;
}

/** Below this likeness, two symbols of one name are unrelated. */
const leastLikeness = 0.5;

/** Of each symbol: two that begin alike are the same. The lines of fifty long symbols would fill the memory. */
const maxCharsCompared = 1 << 16;

async function lines(view: RefView, symbol: SymbolRecord): Promise<ReadonlySet<string>> {
  const text = await textOfSymbol(view, symbol, maxCharsCompared);
  return new Set(text.split('\n').map((line) => line.trim()));
}

/** The share of common lines. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((line) => b.has(line)).length;
  return common / Math.max(1, a.size + b.size - common);
}

interface Rest {
  before: SymbolRecord[];
  after: SymbolRecord[];
}

/** Keys by which two versions of a symbol match, strictest first. */
const keys: readonly ((symbol: SymbolRecord) => string)[] = [
  // Namesakes in different anonymous scopes differ only in their stable ids.
  (symbol) => [symbol.path, symbol.stableId, symbol.signature].join('\0'),
  (symbol) => [symbol.path, identityOf(symbol), symbol.signature].join('\0'),
  (symbol) => [symbol.path, identityOf(symbol), parametersOf(symbol)].join('\0'),
  (symbol) => [symbol.path, identityOf(symbol)].join('\0'),
  // A function may become a constant that holds a function, a class may become an interface.
  (symbol) => [symbol.path, symbol.scope, symbol.name].join('\0'),
];

/** The parts of a stable id without the ordinal, which shifts when an overload is added before others. */
function identityOf({ language, kind, scope, name }: SymbolRecord): string {
  return [language, kind, scope, name].join('\0');
}

function parametersOf({ signature }: SymbolRecord): string {
  const [open, close] = [signature.indexOf('('), signature.lastIndexOf(')')];
  return open === -1 || close < open ? '' : signature.slice(open, close + 1);
}

/** Pairs symbols with equal keys, in file order. */
function takePairs(rest: Rest, key: (symbol: SymbolRecord) => string): SymbolPair[] {
  const waiting = new Map<string, SymbolRecord[]>();
  // From the end, so that the first one is the last of its list, where it is cheap to take.
  for (const head of rest.after.toReversed()) {
    const known = waiting.get(key(head));
    if (known === undefined) waiting.set(key(head), [head]);
    else known.push(head);
  }
  const pairs: { base: SymbolRecord; head: SymbolRecord }[] = [];
  for (const base of rest.before) {
    const head = waiting.get(key(base))?.pop();
    if (head !== undefined) pairs.push({ base, head });
  }
  const paired = new Set(pairs.flatMap(({ base, head }) => [base, head]));
  rest.before = rest.before.filter((symbol) => !paired.has(symbol));
  rest.after = rest.after.filter((symbol) => !paired.has(symbol));
  return pairs;
}

function byPlace(a: CandidatePair, b: CandidatePair): number {
  const [first, second] = [a, b].map((pair) => (pair.head ?? pair.base) as SymbolCandidate) as [
    SymbolCandidate,
    SymbolCandidate,
  ];
  if (first.file.path !== second.file.path) return first.file.path < second.file.path ? -1 : 1;
  return first.lineStart - second.lineStart;
}
