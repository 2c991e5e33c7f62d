/**
 * Code context: the hits of a query that fit a token budget, as many signatures (`breadth`) or fewer whole bodies
 * (`depth`). Overlapping hits are shown once. The token estimate is the contract's, a count of words. JSON without
 * spaces has few words for its length, so the length is limited as well; otherwise a budget would admit many times the
 * intended amount.
 */

import { languageFilter } from '../parameters/language-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { languageParameter, queryParameter, refParameter } from '../parameters/shared-parameters.ts';
import { findHits } from '../search/find-hits.ts';
import type { SearchHit } from '../search/hit.ts';
import { inLanguage, needsOfQuery } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type ContextItem, itemOf } from '../shapes/context-item.ts';
import { groupHits, type HitGroup } from '../shapes/group-hits.ts';
import { linesBetween, shortened } from '../shapes/source-body.ts';
import { estimateTokens, fits, type Room, roomFor, without } from '../shapes/token-budget.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';

import { oneRefCapability } from './capability.ts';

export const codeContextParameters = {
  query: queryParameter,
  max_tokens: {
    type: 'integer',
    default: 4000,
    min: 1,
    max: 200_000,
    code: 'invalid_max_tokens',
    description: 'Token budget',
  },
  strategy: {
    type: 'choice',
    values: ['breadth', 'depth'],
    default: 'breadth',
    code: 'invalid_strategy',
    description: 'breadth: many signatures; depth: fewer, with whole bodies',
  },
  ref: refParameter,
  language: languageParameter,
} as const;

export const codeContextCapability = oneRefCapability({
  name: 'get_code_context',
  title: 'Code for a question, within a budget',
  description:
    'The code relevant to a query, fitted to a token budget. breadth: many symbols with signatures; depth: fewer with bodies. Use it instead of reading whole files.',
  parameters: codeContextParameters,
  example: { query: 'token' },
  commands: {
    context: {
      summary: 'Gather the code that answers a query, within a token budget',
      details:
        'Prints as many results as fit the budget: many signatures (breadth) or fewer whole bodies (depth). ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['query'],
      examples: [
        { line: 'codecompass context how are requests retried', does: 'the relevant signatures' },
        { line: 'codecompass context retry policy --strategy depth', does: 'with their bodies' },
      ],
      json: {
        context_items: 'the results with their code',
        estimated_tokens: 'estimated number of tokens',
        truncated: 'whether there are more results',
      },
      alsoCalled: ['explain', 'gather'],
    },
  },
  answer: codeContext,
  live: ({ query, language }) => ({ ...needsOfQuery(query), ...inLanguage(language) }),
});

export interface CodeContextAnswer extends Answer {
  readonly context_items: readonly ContextItem[];
  readonly estimated_tokens: number;
  readonly truncated: boolean;
}

/** Hits to request per thousand tokens: somewhat more than fit, since some overlap. */
const placesPerThousand = { breadth: 12, depth: 6 } as const;
const minPlaces = 20;
const maxPlaces = 400;
/** The largest share of the budget that one body may use. */
const largestShare = 0.5;
/** A body shortened below this is not worth showing. */
const minBodyLines = 3;
/** Inner symbols that an item lists in addition to its own signature. */
const maxMembers = 8;

export async function codeContext(
  asked: RefView,
  { query, max_tokens, strategy, language }: ParametersOf<typeof codeContextParameters>,
): Promise<CodeContextAnswer> {
  const view = cachingView(asked);
  const { language: meant, warnings: languageWarnings } = await languageFilter(view, language);
  const wanted = Math.ceil((max_tokens / 1000) * placesPerThousand[strategy]);
  const found = await findHits(
    view,
    query,
    meant === undefined ? {} : { language: meant },
    Math.min(maxPlaces, Math.max(minPlaces, wanted)),
  );
  const groups = groupHits(found.hits, strategy);
  const total = found.totalCandidates - (found.hits.length - groups.length);

  const items: ContextItem[] = [];
  let room = roomFor(max_tokens);
  let needed: number | undefined;
  for (const group of groups) {
    const item = await itemWithin(view, group, strategy, room, roomFor(max_tokens));
    if (item === undefined) {
      needed = estimateTokens(itemOf(view, group.place));
      break;
    }
    items.push(item);
    room = without(room, item);
  }
  const truncated = total > items.length;
  const isFull = needed !== undefined;
  const warnings = [
    ...languageWarnings,
    ...(items.length === 0 && isFull
      ? [`No result fits a budget of ${max_tokens} tokens: the best one needs ${needed}. Increase max_tokens.`]
      : []),
  ];
  return {
    context_items: items,
    estimated_tokens: max_tokens - room.tokens,
    truncated,
    metadata: {
      total_candidates: total,
      returned: items.length,
      ...(truncated ? { remaining_candidates: total - items.length } : {}),
      strategy,
      ...(truncated
        ? {
            suggestion: `Use locate_symbol for specific symbols, or ${isFull ? 'increase max_tokens' : 'narrow the query'}`,
          }
        : {}),
      result_completeness: truncated ? 'partial' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** Returns the item with as much detail as fits, or undefined if not even its location and signature fit. */
async function itemWithin(
  view: RefView,
  group: HitGroup,
  strategy: 'breadth' | 'depth',
  room: Room,
  budget: Room,
): Promise<ContextItem | undefined> {
  const bare = itemOf(view, group.place);
  const fuller = strategy === 'depth' ? await withBody(view, group.place, room, budget) : withMembers(bare, group);
  if (fuller !== undefined && fits(fuller, room)) return fuller;
  return fits(bare, room) ? bare : undefined;
}

/** Adds the whole body, the matching lines of a larger one, or a body shortened at a line. */
async function withBody(view: RefView, place: SearchHit, room: Room, budget: Room): Promise<ContextItem | undefined> {
  const { file, type, lineStart, lineEnd } = place;
  const bare = itemOf(view, place);
  const text = await view.store.text(file);
  const share = { ...room, characters: Math.min(room.characters, Math.floor(budget.characters * largestShare)) };
  const whole = linesBetween(text, bare.line_start, bare.line_end);
  if (fits({ ...bare, body: whole }, share)) return { ...bare, body: whole };
  if (type === 'snippet' && place.symbol !== undefined) {
    const part = { ...bare, line_start: lineStart, line_end: lineEnd, body: linesBetween(text, lineStart, lineEnd) };
    if (fits(part, share)) return part;
  }
  const cut = (lines: number) => ({
    ...bare,
    // The range of a file covers only the lines shown; a symbol keeps its full range.
    ...(type === 'file' ? { line_end: bare.line_start + lines - 2 } : {}),
    body: shortened(whole, lines, file.language),
  });
  const lines = mostThat(whole.split('\n').length, (count) => fits(cut(count), share));
  return lines >= minBodyLines ? cut(lines) : undefined;
}

function withMembers(bare: ContextItem, { inner }: HitGroup): ContextItem {
  const members = inner.flatMap(({ symbol }) =>
    symbol === undefined
      ? []
      : [{ kind: symbol.kind, name: symbol.name, line_start: symbol.lineStart, signature: symbol.signature }],
  );
  return members.length === 0 ? bare : { ...bare, members: members.slice(0, maxMembers) };
}

/** Returns the largest count up to `most` for which `holds` is true, by bisection: `holds` must be monotonic. */
function mostThat(most: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
