/**
 * Looks up a bare name at a code position: a variable, parameter, nested or top-level symbol, import or package member.
 */
import type { NameRules, Resolver } from '../../../languages/call-rules.ts';
import {
  type CodePosition,
  type Entity,
  enclosing,
  functionKinds,
  local,
  named,
  outside,
  type SourceFile,
} from '../../../languages/entity.ts';
import { callRulesOf, languageNamed } from '../../../languages/languages.ts';
import type { BindingFact, ImportFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { isReassigned } from './assigned-values.ts';

/** Imports of one name that are examined. */
const maxAlternatives = 16;

/** Returns undefined if the name is not found. */
export async function lookUp(
  resolver: Resolver,
  place: CodePosition,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  const { source } = place;
  const bound = bindingAt(place, name);
  if (bound !== undefined) {
    if (bound.origin.startsWith('=') && (await isReassigned(resolver, place, bound))) resolver.assume();
    return resolver.originEntity(before(place, bound), bound.origin, depth + 1);
  }
  const { names, signatures } = callRulesOf(source.file.language);
  let isInBody = true;
  for (const symbol of enclosing(place)) {
    if (functionKinds.has(symbol.kind)) {
      isInBody = false;
      const parts = signatures.functionParts(symbol.signature, symbol.name);
      const variables = [parts?.receiver, ...(parts?.parameters ?? []), ...(parts?.results ?? [])];
      const parameter = variables.find((each) => each?.name === name);
      const here = { source, within: symbol.position, line: symbol.lineStart };
      // A default is one of the values that callers may pass.
      if (parameter?.origin.startsWith('=')) resolver.assume();
      if (parameter !== undefined) return (await resolver.originEntity(here, parameter.origin, depth + 1)) ?? local;
    }
    const isBodyOfClass = isInBody && names.classBodiesAreScopes === true && symbol.kind === 'class';
    if (functionKinds.has(symbol.kind) || symbol.kind === 'module' || isBodyOfClass) {
      const nested = source.byName.get(name)?.filter((each) => {
        if (isBodyOfClass && each.lineEnd >= place.line) return false;
        const holder = source.symbols[each.parent];
        return (holder === symbol || isSharedWith(names, symbol, holder, each)) && isBare(names, each);
      });
      const seen = nested === undefined ? undefined : await visible(resolver, names, place, nested);
      if (seen !== undefined) return seen;
    }
    const inner = await imported(resolver, source, name, symbol.position);
    if (inner !== undefined) return inner;
    if (names.inModule !== undefined && symbol.kind === 'module') return names.inModule(resolver, place, name);
  }
  if (names.inModule !== undefined) return names.inModule(resolver, place, name);
  const top = source.byName
    .get(name)
    ?.filter((each) => each.parent === -1 && each.kind !== 'field' && isBare(names, each));
  const found =
    (top === undefined ? undefined : await visible(resolver, names, place, top)) ??
    (await imported(resolver, source, name, -1));
  if (found !== undefined) return found;
  const shared = names.inPackage === undefined ? [] : await names.inPackage(resolver, source.file, name);
  return named(shared) ?? starred(resolver, source, name);
}

/** Whether a symbol of another part of a module is visible in this one. */
function isSharedWith(
  { sharesBetweenParts }: NameRules,
  part: SymbolRecord,
  other: SymbolRecord | undefined,
  symbol: SymbolRecord,
): boolean {
  return (
    part.kind === 'module' &&
    other?.kind === 'module' &&
    other.name === part.name &&
    other.scope === part.scope &&
    sharesBetweenParts?.(symbol) === true
  );
}

function isBare({ isBareName }: NameRules, symbol: SymbolRecord): boolean {
  return isBareName === undefined ? symbol.kind !== 'impl' : isBareName(symbol);
}

async function visible(
  resolver: Resolver,
  { visibleAt }: NameRules,
  place: CodePosition,
  symbols: readonly SymbolRecord[],
): Promise<Entity | undefined> {
  const inner = inInnermostBlock(place, symbols);
  if (inner.length === 0) return undefined;
  return named(visibleAt === undefined ? inner : await visibleAt(resolver, place, inner));
}

/** Selects the symbols of the innermost block around a position; all of them if each is in some other block. */
function inInnermostBlock({ line }: CodePosition, symbols: readonly SymbolRecord[]): readonly SymbolRecord[] {
  const around = symbols.filter(
    ({ blockStart = 0, blockEnd = Number.POSITIVE_INFINITY }) => blockStart <= line && line <= blockEnd,
  );
  if (around.length === 0) return symbols;
  const innermost = Math.max(...around.map(({ blockStart = 0 }) => blockStart));
  return around.filter(({ blockStart = 0 }) => blockStart === innermost);
}

/** Returns the entity that an import refers to. */
export async function importEntity(
  resolver: Resolver,
  file: FileVersion,
  fact: ImportFact,
): Promise<Entity | undefined> {
  const { names } = callRulesOf(file.language);
  if (names.importEntity !== undefined) return names.importEntity(resolver, file, fact);
  const target = await languageNamed(file.language)?.imports?.targetOf(resolver.view, file, fact);
  if (target === undefined) return undefined;
  if (target.symbols.length > 0) return named(target.symbols);
  if (target.files.length === 0) return outside;
  const isModule = fact.name === undefined || fact.name === '*' || names.mayNameModules;
  return isModule ? { is: 'module', files: target.files } : undefined;
}

/** Returns the innermost binding of a name that is valid at a position. */
export function bindingAt(place: CodePosition, name: string): BindingFact | undefined {
  const candidates = place.source.bindings.get(name);
  if (candidates === undefined) return undefined;
  const around = new Set([...enclosing(place)].map(({ position }) => position));
  let best: BindingFact | undefined;
  for (const each of candidates) {
    const holds = each.lineStart <= place.line && place.line <= each.lineEnd;
    if (!holds || (each.within !== -1 && !around.has(each.within)) || (each.within === -1 && place.within !== -1))
      continue;
    if (
      best === undefined ||
      each.within > best.within ||
      (each.within === best.within && each.lineStart >= best.lineStart)
    ) {
      best = each;
    }
  }
  return best;
}

/** The position at which to evaluate a binding: before it, if its value refers to its own name. */
function before({ source }: CodePosition, { name, origin, within, lineStart }: BindingFact): CodePosition {
  const [first] = /^(?:[\p{L}\p{N}_$]+)/u.exec(origin.replace(/^=(?:await |new )*/, '')) ?? [];
  const isFromItself = origin.startsWith('=') && first === name;
  return { source, within, line: isFromItself ? lineStart - 1 : lineStart };
}

/** Returns the entity that an import binds to a name, among the imports directly in a symbol, or at top level. */
async function imported(
  resolver: Resolver,
  { file, importsIn }: SourceFile,
  name: string,
  within: number,
): Promise<Entity | undefined> {
  const imports = importsIn.get(within);
  if (imports === undefined) return undefined;
  const { byName, alternatives, unnamed } = imports;
  const { boundImport } = callRulesOf(file.language).names;
  const fact =
    byName.get(name) ??
    (boundImport === undefined || unnamed.all.length === 0
      ? unnamed.byFirstPart.get(name)
      : await boundImport(resolver, file, unnamed, name));
  if (fact === undefined) return undefined;
  const entity = await importEntity(resolver, file, fact);
  const others = alternatives.get(name);
  return others === undefined ? entity : oneOfImports(resolver, file, entity, others);
}

/** Alternatives to import that bind a name: the first in the repository, which proves nothing if there are several. */
async function oneOfImports(
  resolver: Resolver,
  file: FileVersion,
  first: Entity | undefined,
  others: readonly ImportFact[],
): Promise<Entity | undefined> {
  const found = first === undefined || first.is === 'outside' ? [] : [first];
  for (const fact of others.slice(0, maxAlternatives)) {
    const entity = await importEntity(resolver, file, fact);
    if (entity !== undefined && entity.is !== 'outside') found.push(entity);
  }
  if (found.length > 1) resolver.assume();
  return found[0] ?? first;
}

/** Looks up a name in star imports. */
async function starred({ view }: Resolver, source: SourceFile, name: string): Promise<Entity | undefined> {
  const { language } = source.file;
  if (callRulesOf(language).names.isHiddenFromStar?.(name)) return undefined;
  const rules = languageNamed(language)?.imports;
  for (const fact of source.imports) {
    if (fact.name !== '*' || fact.alias !== undefined || fact.reexport) continue;
    for (const file of (await rules?.filesOf(view, source.file, fact.source)) ?? []) {
      const offered = await rules?.offeredBy(view, file, name);
      if (offered !== undefined && offered.symbols.length > 0) return named(offered.symbols);
    }
  }
  return undefined;
}
