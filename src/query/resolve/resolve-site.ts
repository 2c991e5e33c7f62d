/**
 * A call site is resolved when scope, imports and types prove which symbol it means. Where they prove that it means none of
 * the repository's, it is `outside`; what is left is `unknown`, and only that may be guessed at.
 */

import { builtWith } from '../../languages/go/builds.ts';
import { packageAround, rustPackages } from '../../languages/rust/crates.ts';
import type { ReferenceFact } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { accessChain } from '../../text/access-chain.ts';
import type { RefView } from '../view/ref-view.ts';
import { type Entity, functionKinds, typeKinds, valueKinds } from './entity.ts';
import { evaluate, memberEntity } from './evaluate.ts';
import { identity } from './identity.ts';
import { isVisible } from './is-visible.ts';
import { lookUp } from './look-up.ts';
import { arity, functionParts } from './signature-parts.ts';
import type { CodePosition, SourceFile } from './source-file.ts';
import { pathEntity } from './type-symbols.ts';

export type Resolution =
  /** The others are what another build would call. */
  | { readonly is: 'proven'; readonly target: SymbolRecord; readonly others: readonly SymbolRecord[] }
  | { readonly is: 'outside' }
  | { readonly is: 'unknown' };

const outside: Resolution = { is: 'outside' };
const unknown: Resolution = { is: 'unknown' };

export async function resolveSite(view: RefView, source: SourceFile, site: ReferenceFact): Promise<Resolution> {
  const place = { source, within: site.within, line: site.line };
  const entity = await siteEntity(view, place, site);
  if (entity === undefined || entity.is === 'local') return site.receiver === undefined ? outside : unknown;
  if (entity.is !== 'symbols') return outside;
  const callable: SymbolRecord[] = [];
  for (const symbol of entity.symbols) {
    if (isCallable(symbol, site, source.file.language) && (await isVisible(view, source.file, symbol)))
      callable.push(symbol);
  }
  const seen = source.file.language === 'go' ? await builtWith(view, source.file, callable) : callable;
  const target = bestByArity(seen, site);
  if (target === undefined) return outside;
  return { is: 'proven', target, others: callable.filter((symbol) => !seen.includes(symbol)) };
}

async function siteEntity(view: RefView, place: CodePosition, site: ReferenceFact): Promise<Entity | undefined> {
  const { name, receiver } = site;
  const { language } = place.source.file;
  if (receiver === undefined) return bareEntity(view, place, name);
  if (language === 'rust') {
    if (receiver.endsWith('!')) return macroEntity(view, place, receiver.slice(0, -1), name);
    // Only a path is followed by `::`; the site does not say which it was, but a type or module is no value.
    if (/^[\p{L}_][\p{L}\p{N}_]*(?:(?:::<.*>)?::[\p{L}_][\p{L}\p{N}_]*)*(?:::<.*>|<.*>)?$/u.test(receiver)) {
      const bare = receiver.replace(/(?:::)?<.*>/, '');
      const path = await pathEntity(view, place, `${bare}::${name}`, 0);
      const isMethod = path?.is === 'symbols' && path.symbols.some(({ kind, scope }) => kind === 'fn' && scope !== '');
      if (path?.is === 'symbols' && !isMethod) return path;
      const owner = bare === 'Self' || bare === 'self' ? undefined : await pathEntity(view, place, bare, 0);
      if (owner?.is === 'symbols' && owner.symbols.some(({ kind }) => typeKinds.has(kind))) {
        return memberEntity(view, owner, name, 0);
      }
      if (path !== undefined && path.is !== 'local') return path;
    }
  }
  const chainText = accessChain(receiver);
  const base = chainText === '' ? literalEntity(receiver) : await evaluate(view, place, chainText, 0);
  return base === undefined ? undefined : memberEntity(view, base, name, 0);
}

/** A receiver that is a text, a list or a number has the methods of the language. */
function literalEntity(receiver: string): Entity | undefined {
  return /^(?:[fbru]*["'`]|[[{\d]|\/.*\/)/.test(receiver) && !/[\])]\s*\.[\w$]+$/.test(receiver)
    ? { is: 'outside' }
    : undefined;
}

/** A class may be called by the word for itself: `cls()`, `Self { … }`. */
async function bareEntity(view: RefView, place: CodePosition, name: string): Promise<Entity | undefined> {
  return name === ownClassWord(place.source.file.language)
    ? evaluate(view, place, name, 0)
    : lookUp(view, place, name, 0);
}

/** The word by which a class names itself in its own code. */
export function ownClassWord(language: string): string | undefined {
  return language === 'python' ? 'cls' : language === 'rust' ? 'Self' : undefined;
}

/** A macro is found by its path, and else, since it holds from its definition on, anywhere in its crate. */
async function macroEntity(
  view: RefView,
  place: CodePosition,
  qualifier: string,
  name: string,
): Promise<Entity | undefined> {
  const path = qualifier === '' ? name : `${qualifier}::${name}`;
  const found = await pathEntity(view, place, path, 0);
  const macros = found?.is === 'symbols' ? found.symbols.filter(({ kind }) => kind === 'macro') : [];
  if (macros.length > 0) return { is: 'symbols', symbols: macros };
  const here = place.source.byName.get(name)?.filter(({ kind }) => kind === 'macro') ?? [];
  if (here.length > 0) return { is: 'symbols', symbols: here };
  const packages = await view.derived(rustPackages);
  const table = await view.files();
  const crate = packageAround(packages, place.source.file);
  const all = (await view.store.symbolsNamed(view.ref, name)).filter(({ kind, versionId }) => {
    const file = kind === 'macro' ? table.byId(versionId) : undefined;
    return file !== undefined && packageAround(packages, file) === crate;
  });
  return all.length === 1 ? { is: 'symbols', symbols: all } : { is: 'outside' };
}

function isCallable(symbol: SymbolRecord, { kind, receiver }: ReferenceFact, language: string): boolean {
  if (language === 'rust' && symbol.kind === 'macro') return receiver?.endsWith('!') === true;
  if (functionKinds.has(symbol.kind))
    return kind !== 'construct' || language === 'javascript' || language === 'typescript';
  if (symbol.kind === 'impl') return false;
  // A conversion to a type of Go looks like a call of it.
  if (typeKinds.has(symbol.kind)) return kind === 'construct' || (language !== 'go' && symbol.kind !== 'interface');
  if (!valueKinds.has(symbol.kind) || kind === 'value') return false;
  // A variable may hold a function; a field may, too, but which one is set elsewhere.
  return symbol.kind !== 'field' && (language !== 'rust' || symbol.kind === 'const');
}

/** Of several declarations the first that takes as many arguments; in Python the last one replaces the others. */
function bestByArity(symbols: readonly SymbolRecord[], { args }: ReferenceFact): SymbolRecord | undefined {
  const [first] = symbols;
  if (first?.language === 'python') return symbols.findLast((symbol) => identity(symbol) === identity(first));
  if (symbols.length <= 1 || args === undefined) return first;
  return symbols.find((symbol) => acceptsArguments(symbol, args)) ?? symbols[0];
}

/** Whether a function takes this many arguments; one whose signature cannot be read takes any. */
export function acceptsArguments(symbol: SymbolRecord, args: number | undefined, isMethodCall = false): boolean {
  if (args === undefined || !functionKinds.has(symbol.kind) || symbol.signature.endsWith('…')) return true;
  const parts = functionParts(symbol.signature, symbol.name, symbol.language);
  if (parts === undefined) return true;
  const { min, max } = arity(parts, symbol.language);
  // A function of Rust may be called with its own object as the first argument.
  const slack = !isMethodCall && symbol.language === 'rust' && parts.parameters[0]?.name === 'self' ? 1 : 0;
  return symbol.language === 'javascript' || (min <= args && args <= max + slack);
}
