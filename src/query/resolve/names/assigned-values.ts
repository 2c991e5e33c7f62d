/**
 * Further values of a variable or field: what an assignment gives it besides the value that it was declared with. A type
 * that comes from one of several values proves nothing about the others.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { type CodePosition, type Entity, functionKinds, type SourceFile } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { BindingFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { accessChain } from '../../../text/access-chain.ts';
import { filesHolding } from '../../references/holding-files.ts';
import { firstAround } from '../../references/line-ranges.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { identity } from '../calls/resolve-site.ts';
import { isDeclaredSubtype } from '../dispatch/subtypes.ts';
import { sourceFile } from './source-file.ts';

/** Files with the name of a field that are searched for assignments. */
const maxFiles = 200;

/** Whether a variable may have another value at a position than that of its binding. */
export async function isReassigned(
  resolver: Resolver,
  { source, line, within }: CodePosition,
  bound: BindingFact,
): Promise<boolean> {
  const { view } = resolver;
  const rule = callRulesOf(source.file.language).values.assignments;
  if (rule === undefined) return false;
  const { byName, indents, below } = await assignmentsIn(view, source.file);
  const all = byName.get(bound.name) ?? [];
  const start = bound.lineStart;
  const holder = source.symbols[bound.within];
  const own = all.find((each) => each.line === start);
  const holdsAlways = own?.isInline !== true && (below[start] ?? line) > line;
  const { signatures } = callRulesOf(source.file.language);
  const isParameter =
    holder !== undefined &&
    functionKinds.has(holder.kind) &&
    signatures.functionParts(holder.signature, holder.name)?.parameters.some(({ name }) => name === bound.name);
  if (isParameter && !holdsAlways) return true;
  const [first, last] = holder === undefined ? [1, indents.length] : [holder.lineStart, holder.lineEnd];
  const depth = indents[start] ?? 0;
  // A loop or function around both lines ends before the first line that is not deeper than the binding.
  let end = line;
  while ((indents[end] ?? 0) > depth) end = below[end] as number;
  const withins = rule.declares === true ? withinsOf(source, all) : [];
  for (const [index, each] of all.entries()) {
    if (view.isPauseDue()) await view.pause();
    if (each.line > last) break;
    if (each.receiver !== '' || each.line === start || each.line < first) continue;
    if (`=${each.value}` === bound.origin) continue;
    if (rule.declares === true && withins[index] !== bound.within) continue;
    const isOther =
      each.line < start
        ? rule.declares === true && !holdsAlways
        : each.line <= line
          ? rule.declares !== true
          : each.line < end || (rule.declares !== true && within !== bound.within);
    if (isOther) return true;
  }
  return false;
}

/** Whether something else is assigned to a field, or to a variable of a module, whose value has these types. */
export async function hasOtherValue(
  resolver: Resolver,
  symbol: SymbolRecord,
  types: readonly SymbolRecord[],
): Promise<boolean> {
  const cache = await resolver.view.derived(answersCache);
  const known = cache.get(symbol.id);
  if (known !== undefined) return known;
  // Until it is known: a value may be derived from itself.
  cache.set(symbol.id, false);
  return cache.set(symbol.id, await findOtherValue(resolver, symbol, new Set(types.map(identity))));
}

async function findOtherValue(resolver: Resolver, symbol: SymbolRecord, own: ReadonlySet<string>): Promise<boolean> {
  const { view } = resolver;
  const home = await resolver.sourceOf(symbol);
  if (callRulesOf(symbol.language).values.assignments === undefined) return false;
  const holder = home.symbols[symbol.parent];
  const held = (await filesHolding(view, symbol.name)).filter(({ language }) =>
    isSameFamily(language, symbol.language),
  );
  const files = [home.file, ...held.filter(({ id }) => id !== home.file.id)].slice(0, maxFiles);
  for (const file of files) {
    const all = (await assignmentsIn(view, file)).byName.get(symbol.name) ?? [];
    for (const [index, each] of all.entries()) {
      await view.pause();
      if (file.id === home.file.id && each.line === symbol.lineStart) continue;
      const source = await sourceFile(view, file);
      const place = { source, within: withinsOf(source, all)[index] as number, line: each.line };
      const target = await targetOf(resolver, place, each, symbol, holder);
      if (target !== 'no' && (await isOther(resolver, place, each, own, target === 'yes'))) return true;
    }
  }
  return false;
}

/** Whether an assignment is one to the symbol. */
async function targetOf(
  resolver: Resolver,
  place: CodePosition,
  { receiver, line }: Assignment,
  symbol: SymbolRecord,
  holder: SymbolRecord | undefined,
): Promise<'yes' | 'no' | 'unknown'> {
  const isField = symbol.kind === 'field';
  const { file } = place.source;
  if (receiver === '') {
    if (isField || file.id !== symbol.versionId) return 'no';
    const rule = callRulesOf(file.language).values.assignments;
    if (rule?.declares === true && place.within !== -1 && !(await isDeclaredGlobal(resolver.view, file, symbol.name))) {
      return 'no';
    }
    const isLocal = place.source.bindings
      .get(symbol.name)
      ?.some((each) => each.within !== -1 && each.lineStart <= line && line <= each.lineEnd);
    return isLocal && rule?.declares !== true ? 'no' : 'yes';
  }
  const entity = await resolver.evaluate(place, receiver, 1);
  if (entity?.is === 'module') return !isField && entity.files.some(({ id }) => id === symbol.versionId) ? 'yes' : 'no';
  if (!isField || holder === undefined || entity?.is === 'outside') return 'no';
  const types = entity === undefined ? undefined : await typesOf(resolver, entity);
  if (types === undefined) return 'unknown';
  for (const type of types) {
    if (identity(type) === identity(holder)) return 'yes';
    if ((await isDeclaredSubtype(resolver, type, holder)) === 'yes') return 'yes';
    if ((await isDeclaredSubtype(resolver, holder, type)) === 'yes') return 'yes';
  }
  return 'no';
}

/** Whether what is assigned may be of another type. A value of unknown type counts only if the target is certain. */
async function isOther(
  resolver: Resolver,
  place: CodePosition,
  { value }: Assignment,
  own: ReadonlySet<string>,
  isCertain: boolean,
): Promise<boolean> {
  if (value === '') return isCertain;
  const entity = await resolver.originEntity(place, `=${value}`, 1);
  if (entity === undefined || entity.is === 'local' || entity.is === 'opaque') return isCertain;
  if (entity.is !== 'value') return false;
  const types = await resolver.typeSymbols(entity.type, 1);
  if (Array.isArray(types)) return !types.some((type) => own.has(identity(type)));
  return types !== 'outside' && isCertain;
}

async function typesOf(resolver: Resolver, entity: Entity): Promise<readonly SymbolRecord[] | undefined> {
  if (entity.is === 'symbols') return entity.symbols;
  const types = entity.is === 'value' ? await resolver.typeSymbols(entity.type, 1) : undefined;
  return types === 'outside' ? [] : Array.isArray(types) ? types : undefined;
}

async function isDeclaredGlobal(view: RefView, file: FileVersion, name: string): Promise<boolean> {
  return (await assignmentsIn(view, file)).globals.has(name);
}

/** `receiver.name = value` */
interface Assignment {
  readonly line: number;
  /** Empty for a bare name. */
  readonly receiver: string;
  /** The access chain of the value; empty if it has none. */
  readonly value: string;
  /** Whether other code precedes it on its line. */
  readonly isInline: boolean;
}

interface Assignments {
  readonly byName: ReadonlyMap<string, readonly Assignment[]>;
  /** The variables of the module that functions assign. */
  readonly globals: ReadonlySet<string>;
  /** By line, from 1; infinity for blank lines. */
  readonly indents: readonly number[];
  /** By line, the first line behind it with a smaller indentation, or the number behind the last line. */
  readonly below: Uint32Array;
}

async function assignmentsIn(view: RefView, file: FileVersion): Promise<Assignments> {
  const cache = await view.derived(assignmentsCache);
  return cache.get(file.id) ?? cache.set(file.id, await readAssignments(view, file));
}

const maxLineLength = 300;

async function readAssignments(view: RefView, file: FileVersion): Promise<Assignments> {
  const text = await view.store.text(file);
  const rule = callRulesOf(file.language).values.assignments;
  const byName = new Map<string, Assignment[]>();
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (view.isPauseDue()) await view.pause();
    // The patterns take quadratic time.
    const content = line.slice(0, maxLineLength);
    for (const { index: at, groups = {} } of rule === undefined ? [] : content.matchAll(rule.pattern)) {
      const { receiver = '', name = '', value = '' } = groups;
      const isInline = content.slice(0, at).trim() !== '' || /^\s*[^\s\w$]/.test(content.slice(at));
      const found = { line: index + 1, receiver: receiver.slice(0, -1), value: accessChain(value), isInline };
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [found]);
      else known.push(found);
    }
  }
  const globals = new Set(
    [...text.matchAll(rule?.globals ?? /(?!)/g)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
  );
  const indents = [0];
  for (const line of lines) {
    const indent = line.search(/\S/);
    indents.push(indent === -1 ? Number.POSITIVE_INFINITY : indent);
  }
  return { byName, globals, indents, below: firstBelow(indents) };
}

/** Lines in the cache. */
const maxLines = 200_000;

function assignmentsCache(): LruCache<number, Assignments> {
  // The last file is kept whatever its size: every site in it asks.
  return new LruCache(maxLines, ({ indents }) => Math.min(maxLines, indents.length));
}

function answersCache(): LruCache<number, boolean> {
  return new LruCache(20_000);
}

/** Returns for each number the index of the first smaller one behind it, or the length. */
function firstBelow(numbers: readonly number[]): Uint32Array {
  const below = new Uint32Array(numbers.length).fill(numbers.length);
  const open: number[] = [];
  for (const [at, number] of numbers.entries()) {
    for (let last = open.at(-1); last !== undefined && number < (numbers[last] as number); last = open.at(-1)) {
      below[last] = at;
      open.pop();
    }
    open.push(at);
  }
  return below;
}

/** The assignments of a cached file are the same lists for every question. */
const knownWithins = new WeakMap<readonly Assignment[], readonly number[]>();

/** For each of the assignments of a name in a file, the index of the innermost symbol that may contain its code, or -1. */
function withinsOf({ symbols }: SourceFile, assignments: readonly Assignment[]): readonly number[] {
  const known = knownWithins.get(assignments);
  if (known !== undefined) return known;
  const holders = symbols.filter(({ kind }) => functionKinds.has(kind) || kind === 'class');
  const lines = assignments.map(({ line }) => line);
  const found = firstAround(holders.reverse(), lines).map((symbol) => symbol?.position ?? -1);
  knownWithins.set(assignments, found);
  return found;
}
