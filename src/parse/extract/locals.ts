/** The parameters and variables of functions, each with the scope that ends it. They are not symbols. */
import type { Binding, Captures, Span } from './captures.ts';
import { enclosingFinder } from './nesting.ts';
import type { FoundSymbols } from './symbols.ts';

export interface Local extends Binding {
  readonly name: string;
  /** The symbol around it, or -1. */
  readonly within: number;
  /** The scope in which it is declared; undefined if that is the symbol around it. */
  readonly scope: Span | undefined;
}

/** Returns the variables found with the symbols and the bindings that the query captures, by position. */
export function localsOf(text: string, captures: Captures, found: FoundSymbols): Local[] {
  const enclosing = enclosingFinder(found.spans);
  const locals: Omit<Local, 'scope'>[] = captures.bindings.map((binding) => ({
    ...binding,
    name: text.slice(binding.start, binding.end),
    within: enclosing(binding.start),
  }));
  for (const { within, name, span, statement } of found.localDefinitions) {
    locals.push({ ...span, name, within, from: statement.end, reach: 'rest', statement, ...unread });
  }
  locals.sort((a, b) => a.start - b.start);
  const scopeAt = spanFinder(captures.scopes);
  const functionAt = spanFinder(captures.scopes.filter(({ isFunction }) => isFunction));
  return locals.map((local) => ({
    ...local,
    scope: (local.reach === 'function' ? functionAt : scopeAt)(local.start),
  }));
}

const unread = { value: undefined, type: undefined, step: '', nested: false };

/** Offsets must be queried in ascending order. */
function spanFinder(spans: readonly Span[]): (offset: number) => Span | undefined {
  const enclosing = enclosingFinder(spans);
  return (offset) => spans[enclosing(offset)];
}
