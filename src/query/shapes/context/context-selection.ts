/**
 * What a code context shows to a model: the bodies of the places that answer, long ones folded around the lines that
 * match, then signatures. It ends where relevance falls off. What is left of the budget unfolds the best bodies.
 */
import { type FileFilter, isTestFile } from '../../parameters/file-filter.ts';
import { weights } from '../../ranking/weights.ts';
import type { RefView } from '../../view/ref-view.ts';
import { foldSource } from '../folded-source.ts';
import type { HitGroup } from '../group-hits.ts';
import { linesBetween } from '../source-body.ts';
import { type ContextItem, itemOf } from './context-item.ts';
import { type ContextPlace, isType, orderedPlaces } from './context-order.ts';
import { relationsOf } from './context-relations.ts';
import { contextTokens } from './context-tokens.ts';

export interface Selection {
  readonly items: readonly ContextItem[];
  /** The tokens that the first place needs which does not fit. */
  readonly needed?: number;
}

export interface SelectionOptions {
  readonly filter: FileFilter;
  /** Whether the query names symbols. A type is shown whole only if it was asked for. */
  readonly isNamed: boolean;
  readonly strategy: 'breadth' | 'depth';
  readonly maxTokens: number;
}

/** What the first body and each further one may use, before the rest is distributed: a share of the budget, in tokens. */
const firstBody = { share: 0.4, most: 2_000 };
const furtherBody = { share: 0.25, most: 1_000 };
/** What a less relevant body may use, and one of a type. */
const foldedTokens = 150;
/** A rest that is not worth distributing. */
const smallRest = 20;
const maxSignatures = 12;
const maxMembers = 8;
/** A body shortened to fewer lines is not worth showing. */
const minBodyLines = 4;

interface Shown {
  readonly item: ContextItem;
  readonly tokens: number;
  /** The item with its body in so many tokens; absent if there is no more to show. */
  readonly within?: (maxTokens: number) => ContextItem;
}

export async function selectContext(
  view: RefView,
  groups: readonly HitGroup[],
  options: SelectionOptions,
): Promise<Selection> {
  const places = await orderedPlaces(view, groups, options.filter, options.isNamed);
  const isTestAsked = places[0] !== undefined && isTestFile(places[0].place.file);
  const shown: Shown[] = [];
  const admitted = places.filter(({ value }) => value >= weights.context.signature);
  const named = new Set(
    admitted.map(({ place }) => `${place.file.path}:${place.symbol?.lineStart ?? place.lineStart}`),
  );
  let left = options.maxTokens;
  let needed: number | undefined;
  let signatures = 0;
  for (const place of admitted) {
    const isAside = place.isAround || (isTestFile(place.place.file) && !isTestAsked);
    const hasBody = options.strategy === 'depth' && place.value >= weights.context.body && !isAside;
    if (!hasBody && options.strategy === 'depth' && ++signatures > maxSignatures) continue;
    const whole = hasBody
      ? await withBody(view, place, named, left, shown.length === 0, options)
      : await signatureOf(view, place, options);
    const bare = itemOf(view, place.place);
    const fitting = whole.tokens <= left ? whole : { item: bare, tokens: contextTokens(bare) };
    if (fitting.tokens > left) {
      needed = fitting.tokens;
      break;
    }
    left -= fitting.tokens;
    shown.push(fitting);
  }
  return { items: unfolded(shown, left), ...(needed === undefined ? {} : { needed }) };
}

async function signatureOf(
  view: RefView,
  { place, inner }: ContextPlace,
  { strategy }: SelectionOptions,
): Promise<Shown> {
  const symbol = itemOf(view, place);
  // Outside of symbols, the best line says what is there.
  const [line = place.lineStart] = place.matchLines;
  const bare =
    place.symbol === undefined
      ? { ...symbol, signature: linesBetween(await view.store.text(place.file), line, line).trim() }
      : symbol;
  const members = strategy === 'depth' ? [] : inner.flatMap(({ symbol }) => symbol ?? []);
  const listed = members.map(({ kind, name, lineStart, signature }) => ({
    kind,
    name,
    line_start: lineStart,
    signature,
  }));
  const item = listed.length === 0 ? bare : { ...bare, members: listed.slice(0, maxMembers) };
  return { item, tokens: contextTokens(item) };
}

/** `named` are the symbols whose signature the answer has already. */
async function withBody(
  view: RefView,
  { place, value, calls }: ContextPlace,
  named: Set<string>,
  left: number,
  isFirst: boolean,
  { isNamed, maxTokens }: SelectionOptions,
): Promise<Shown> {
  const bare = itemOf(view, place);
  const source = linesBetween(await view.store.text(place.file), bare.line_start, bare.line_end);
  const isOutline = isType(place) && !(isNamed && value >= weights.context.whole);
  const { share, most: longest } = isFirst ? firstBody : furtherBody;
  const own = Math.max(foldedTokens, Math.min(longest, maxTokens * share));
  const most = isOutline || value < weights.context.whole ? foldedTokens : own;
  const within = (tokens: number) => bodyWithin(bare, source, place.matchLines, tokens);
  const part = within(Math.min(left, most));
  const related = calls === undefined || part.body === undefined ? {} : await relationsOf(view, calls, named);
  const item = { ...part, ...related };
  const isPart = !isOutline && (part.body === undefined || part.folds !== undefined);
  return {
    item,
    tokens: contextTokens(item),
    ...(isPart ? { within: (tokens: number) => ({ ...within(tokens), ...related }) } : {}),
  };
}

/** Distributes the rest of the budget, best first. */
function unfolded(shown: readonly Shown[], rest: number): ContextItem[] {
  let left = rest;
  return shown.map(({ item, tokens, within }) => {
    if (within === undefined || left < smallRest) return item;
    const own = item.body === undefined ? tokens : contextTokens({ ...item, calls: [], called_by: [], tests: [] });
    const fuller = within(own + left);
    const more = contextTokens(fuller) - tokens;
    if (more <= 0 || more > left) return item;
    left -= more;
    return fuller;
  });
}

/** The whole body, or one folded around the matching lines; without a body if too few lines fit. */
function bodyWithin(bare: ContextItem, source: string, focus: readonly number[], maxTokens: number): ContextItem {
  const whole = { ...bare, body: source };
  if (contextTokens(whole, maxTokens) <= maxTokens) return whole;
  const { text, folds } = foldSource(source, {
    lineStart: bare.line_start,
    maxTokens: maxTokens - contextTokens(bare),
    focus,
  });
  if (text.split('\n').length < minBodyLines) return bare;
  return { ...bare, body: text, ...(folds.length > 0 ? { folds } : {}) };
}
