/** Renders the answer of `find_implementations`: each type or method with its declaration, nearest first. */
import type { FindImplementationsAnswer, Implementation } from '../../query/tools/find-implementations.ts';
import { printable } from '../../text/printable.ts';
import { count, number } from '../amounts.ts';
import { placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortName, symbolText } from '../symbol-text.ts';

export const findImplementationsRenderer: Renderer<FindImplementationsAnswer> = (answer, rendering) => {
  const { implementations, unresolved_sites: unresolved = [] } = answer;
  const isMixed = implementations.some(({ relation }) => relation !== implementations[0]?.relation);
  const places = implementations.map((each) => ({
    path: each.symbol.path,
    line: each.symbol.line_start,
    text: `${rendering.reader === 'model' ? textOf(each) : nameOf(each)}${rendering.paint('dim', marksOf(each, isMixed))}`,
  }));
  const sites = unresolved.map(({ path, line, text }) => ({
    path,
    line,
    text: rendering.paint('dim', `${printable(text)}  (unresolved)`),
  }));
  return {
    lines: [...placeLines(places, rendering), ...placeLines(sites, rendering)],
    ending: ending(answer, isMixed, rendering),
    warnings: warningsOf(answer),
  };
};

function nameOf({ symbol }: Implementation): string {
  return `${symbol.kind} ${printable(symbol.qualified_name)}`;
}

/** The type of a member is what tells it from the others. */
function textOf({ symbol }: Implementation): string {
  const text = symbolText(symbol);
  const holder = symbol.kind === 'fn' ? scopeOf(symbol.qualified_name, symbol.name) : '';
  return holder === '' ? text : `${text}  in ${printable(holder)}`;
}

/** `Store` of `db::Store::get`. */
function scopeOf(qualified: string, name: string): string {
  const outer = qualified.slice(0, Math.max(0, qualified.length - name.length));
  return outer.split(/::|\./).at(-2) ?? '';
}

function marksOf({ relation, distance, confidence }: Implementation, isMixed: boolean): string {
  const marks = [
    ...(isMixed ? [relation] : []),
    ...(distance > 1 ? [`distance ${distance}`] : []),
    ...(confidence === 'heuristic' ? ['guessed'] : []),
  ];
  return marks.length === 0 ? '' : `  (${marks.join(', ')})`;
}

/** `12 types extend Field (db/fields.py:10)`, and what the list lacks. */
function ending(answer: FindImplementationsAnswer, isMixed: boolean, rendering: Rendering): string {
  const { implementations, total, completeness, direction, truncated } = answer;
  const isModel = rendering.reader === 'model';
  const { heuristic, unresolved, filtered = 0 } = completeness;
  const relation = isMixed ? undefined : implementations[0]?.relation;
  const parts = [
    `${answer.total_is_lower_bound ? 'at least ' : ''}${sentence(answer, relation, isModel)}${onRef(rendering, printable)}`,
    ...(truncated ? [`${number(implementations.length)} shown; ${isModel ? 'limit' : '--limit'} shows more`] : []),
    ...(heuristic > 0 ? [`${number(heuristic)} guessed`] : []),
    ...(unresolved > 0 ? [unresolvedText(answer, unresolved)] : []),
    ...(filtered > 0 ? [`${number(filtered)} left out by filters`] : []),
    ...(answer.outside_bases === undefined ? [] : [`outside this repository: ${listed(answer.outside_bases)}`]),
  ];
  if (total === 0 && direction === 'down' && unresolved + filtered === 0)
    parts.push('none was found in this repository');
  return parts.join('; ');
}

function sentence(
  { symbol, total, direction }: FindImplementationsAnswer,
  relation: string | undefined,
  isModel: boolean,
) {
  const place = isModel ? ` (${printable(symbol.path)}:${symbol.line_start})` : '';
  const name = `${isModel ? shortName(symbol) : printable(symbol.qualified_name)}${place}`;
  if (direction === 'up') return `${count(total, 'base')} of ${name}`;
  if (total === 0 || relation === undefined) return `${count(total, 'implementation')} of ${name}`;
  return `${number(total)} ${total === 1 ? relation : relation.slice(0, -1)} ${name}`;
}

function unresolvedText(
  { direction, unresolved_bases: bases = [] }: FindImplementationsAnswer,
  unresolved: number,
): string {
  return direction === 'up' ? `unresolved: ${listed(bases)}` : `${number(unresolved)} unresolved`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => printable(name)).join(', ');
}
