/**
 * Guesses the target of a method call on an unknown receiver: the few methods with that name and number of arguments in
 * files that the caller can see. Names shared by many types, or by built-in types of the language, are not guessed.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds, type SourceFile } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { acceptsArguments, isVisible } from './resolve-site.ts';

/** With more candidates, none is returned. */
const maxGuesses = 3;
/** With more methods of that name, the name is too common to guess. */
const maxNamesakes = 12;
/** With more declarations of a name in all languages, its methods are not examined. */
const maxDeclared = 60;
/** Imported files whose own imports are examined. */
const maxBetween = 40;

export async function guessSite(
  resolver: Resolver,
  source: SourceFile,
  site: ReferenceFact,
): Promise<readonly SymbolRecord[]> {
  const { file } = source;
  const { name, kind, receiver, args } = site;
  if (kind !== 'call' || receiver === undefined || receiver.endsWith('!')) return [];
  const { likeliest, commonMethods } = callRulesOf(file.language).guesses;
  const method = await likeliest?.(resolver, source, name);
  if (method !== undefined) return [method];
  if (commonMethods?.has(name)) return [];
  const namesakes = (await methodsNamed(resolver.view, name)).filter(
    (symbol) =>
      isSameFamily(symbol.language, file.language) && acceptsArguments(symbol, args, true) && isMethod(symbol),
  );
  if (namesakes.length === 0 || namesakes.length > maxNamesakes) return [];
  const isTest = file.labels.includes('test');
  const seen: SymbolRecord[] = [];
  for (const symbol of namesakes) {
    if (!isTest && symbol.labels.includes('test')) continue;
    if ((await isVisible(resolver.view, file, symbol)) && (await canSee(resolver, file, symbol))) seen.push(symbol);
  }
  return seen.length <= maxGuesses ? seen : [];
}

function isMethod(symbol: SymbolRecord): boolean {
  if (symbol.scope === '' || !functionKinds.has(symbol.kind)) return false;
  const rule = callRulesOf(symbol.language).guesses.isMethod;
  return rule === undefined ? symbol.kind === 'method' : rule(symbol);
}

async function methodsNamed(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(methodsCache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const methods = await view.store.symbolsNamed(view.ref, name, { kinds: functionKinds, limit: maxDeclared + 1 });
  return cache.set(name, methods.length > maxDeclared ? [] : methods);
}

/** Whether a file imports another directly or through one file in between, unless its language has its own rule. */
async function canSee(resolver: Resolver, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (symbol.versionId === file.id) return true;
  const target = (await resolver.view.files()).byId(symbol.versionId);
  if (target === undefined) return false;
  const rule = callRulesOf(file.language).guesses.canSee;
  if (rule !== undefined) return rule(resolver, file, target);
  const direct = await resolver.importedBy(file);
  if (direct.some(({ id }) => id === target.id)) return true;
  for (const between of direct.slice(0, maxBetween)) {
    if ((await resolver.importedBy(between)).some(({ id }) => id === target.id)) return true;
  }
  return false;
}

function methodsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(512);
}
