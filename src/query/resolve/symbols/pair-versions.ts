/**
 * Pairs the symbols of one name on two refs. The strongest evidence comes first: the same file and signature, the same
 * file, then the same identity in another file, if the file was moved.
 */
import type { SymbolRecord } from '../../../store/store.ts';
import { textOfSymbol } from '../../shapes/symbol-text.ts';
import type { RefView } from '../../view/ref-view.ts';

export interface SymbolPair {
  readonly base?: SymbolRecord;
  readonly head?: SymbolRecord;
}

export async function pairVersions(
  baseView: RefView,
  headView: RefView,
  before: readonly SymbolRecord[],
  after: readonly SymbolRecord[],
): Promise<SymbolPair[]> {
  const rest = { before: [...before], after: [...after] };
  const pairs: SymbolPair[] = [];
  for (const key of keys) for (const each of takePairs(rest, key)) pairs.push(each);
  const moved = await takeMoved(baseView, headView, rest);
  const lone = [...rest.before.map((base) => ({ base })), ...rest.after.map((head) => ({ head }))];
  return [...pairs, ...moved, ...lone].sort(byPlace);
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
  for (const head of rest.after) waiting.set(key(head), [...(waiting.get(key(head)) ?? []), head]);
  const pairs: { base: SymbolRecord; head: SymbolRecord }[] = [];
  for (const base of rest.before) {
    const head = waiting.get(key(base))?.shift();
    if (head !== undefined) pairs.push({ base, head });
  }
  drop(rest, pairs);
  return pairs;
}

/** Candidates per side whose text is compared. */
const maxCompared = 50;

/** Pairs the remaining symbols by identity and most similar text: the same symbol in a moved file. */
async function takeMoved(baseView: RefView, headView: RefView, rest: Rest): Promise<SymbolPair[]> {
  if (rest.before.length === 0 || rest.after.length === 0) return [];
  const texts = new Map<SymbolRecord, ReadonlySet<string>>();
  for (const symbol of rest.before.slice(0, maxCompared)) texts.set(symbol, await lines(baseView, symbol));
  for (const symbol of rest.after.slice(0, maxCompared)) texts.set(symbol, await lines(headView, symbol));
  const candidates = rest.before
    .flatMap((base) => rest.after.map((head) => ({ base, head })))
    .filter(({ base, head }) => identityOf(base) === identityOf(head))
    .map((pair) => ({ ...pair, likeness: likeness(texts.get(pair.base), texts.get(pair.head)) }))
    .sort((a, b) => b.likeness - a.likeness);
  const isOnlyOne = rest.before.length === 1 && rest.after.length === 1;
  const pairs: { base: SymbolRecord; head: SymbolRecord }[] = [];
  for (const { base, head, likeness: alike } of candidates) {
    const isTaken = pairs.some((pair) => pair.base === base || pair.head === head);
    if (!isTaken && (isOnlyOne || alike >= leastLikeness)) pairs.push({ base, head });
  }
  drop(rest, pairs);
  return pairs;
}

/** Below this likeness, two symbols of one name are unrelated. */
const leastLikeness = 0.5;

async function lines(view: RefView, symbol: SymbolRecord): Promise<ReadonlySet<string>> {
  const text = await textOfSymbol(view, symbol);
  return new Set(text.split('\n').map((line) => line.trim()));
}

/** The share of common lines. */
function likeness(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  const common = [...a].filter((line) => b.has(line)).length;
  return common / Math.max(1, a.size + b.size - common);
}

function drop(rest: Rest, pairs: readonly { base: SymbolRecord; head: SymbolRecord }[]): void {
  const paired = new Set(pairs.flatMap(({ base, head }) => [base, head]));
  rest.before = rest.before.filter((symbol) => !paired.has(symbol));
  rest.after = rest.after.filter((symbol) => !paired.has(symbol));
}

function byPlace(a: SymbolPair, b: SymbolPair): number {
  const [first, second] = [a, b].map((pair) => (pair.head ?? pair.base) as SymbolRecord) as [
    SymbolRecord,
    SymbolRecord,
  ];
  if (first.path !== second.path) return first.path < second.path ? -1 : 1;
  return first.lineStart - second.lineStart;
}
