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
  const rule = callRulesOf(source.file.language).values.assignments;
  if (rule === undefined) return false;
  const { byName, indents } = await assignmentsIn(resolver.view, source.file);
  const start = bound.lineStart;
  const holder = source.symbols[bound.within];
  const own = byName.get(bound.name)?.find((each) => each.line === start);
  const holdsAlways = own?.isInline !== true && lowest(indents, start, line) >= (indents[start] ?? 0);
  const { signatures } = callRulesOf(source.file.language);
  const isParameter =
    holder !== undefined &&
    functionKinds.has(holder.kind) &&
    signatures.functionParts(holder.signature, holder.name)?.parameters.some(({ name }) => name === bound.name);
  if (isParameter && !holdsAlways) return true;
  const [first, last] = holder === undefined ? [1, indents.length] : [holder.lineStart, holder.lineEnd];
  return (byName.get(bound.name) ?? []).some((each) => {
    if (each.receiver !== '' || each.line === start || each.line < first || each.line > last) return false;
    if (`=${each.value}` === bound.origin) return false;
    if (rule.declares === true && innermost(source, each.line) !== bound.within) return false;
    if (each.line < start) return rule.declares === true && !holdsAlways;
    if (each.line <= line) return rule.declares !== true;
    // Later in a loop or in a function around.
    const isAround = lowest(indents, line, each.line) > (indents[start] ?? 0);
    return isAround || (rule.declares !== true && within !== bound.within);
  });
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
    const { byName } = await assignmentsIn(view, file);
    for (const each of byName.get(symbol.name) ?? []) {
      await view.pause();
      if (file.id === home.file.id && each.line === symbol.lineStart) continue;
      const source = await sourceFile(view, file);
      const place = { source, within: innermost(source, each.line), line: each.line };
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
  /** By line, from 1; -1 for blank lines. */
  readonly indents: readonly number[];
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
  return { byName, globals, indents: [-1, ...lines.map((line) => line.search(/\S/))] };
}

function assignmentsCache(): LruCache<number, Assignments> {
  return new LruCache(200_000, ({ indents }) => indents.length);
}

function answersCache(): LruCache<number, boolean> {
  return new LruCache(20_000);
}

/** The lowest indentation of the lines from one to another. */
function lowest(indents: readonly number[], from: number, to: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (let line = from; line <= to; line++) {
    const indent = indents[line] ?? -1;
    if (indent !== -1) found = Math.min(found, indent);
  }
  return found;
}

/** Index of the innermost symbol around a line that may contain code, or -1. */
function innermost({ symbols }: SourceFile, line: number): number {
  let found = -1;
  for (const { position, kind, lineStart, lineEnd } of symbols) {
    const isAround = lineStart <= line && line <= lineEnd && (functionKinds.has(kind) || kind === 'class');
    if (isAround && position > found) found = position;
  }
  return found;
}
