/**
 * Code context is as much of what a query finds as a budget of tokens holds: many signatures (`breadth`) or fewer whole
 * bodies (`depth`). What overlaps is shown once. The estimate is the contract's, a count of words; since JSON without blanks
 * has few words for its length, the length counts as well, or a budget would hold many times what was meant.
 */

import type { ParametersOf } from '../parameters/parameters.ts';
import { languageMeant, languageParameter, queryParameter, refParameter } from '../parameters/shared-parameters.ts';
import { findHits } from '../search/find-hits.ts';
import type { SearchHit } from '../search/hit.ts';
import type { Answer } from '../shapes/answer.ts';
import { type ContextItem, itemOf } from '../shapes/context-item.ts';
import { groupHits, type HitGroup } from '../shapes/group-hits.ts';
import { linesBetween, shortened } from '../shapes/source-body.ts';
import { estimateTokens, fits, type Room, roomFor, without } from '../shapes/token-budget.ts';
import { cachingView } from '../view/caching-view.ts';
import type { RefView } from '../view/ref-view.ts';
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
    'The code that matters to a query, fitted to a token budget. breadth: many symbols with signatures; depth: fewer with bodies. Use it in place of reading whole files.',
  parameters: codeContextParameters,
  example: { query: 'token' },
  commands: {
    context: {
      summary: 'Gather the code that answers a query, within a budget of tokens',
      details:
        'Prints as much of what answers the query as the budget holds: many signatures (breadth) or fewer whole bodies ' +
        '(depth). A folder that is not indexed yet is indexed first.',
      operands: ['query'],
      examples: [
        { line: 'codecompass context how are requests retried', does: 'the signatures that matter' },
        { line: 'codecompass context retry policy --strategy depth', does: 'with their bodies' },
      ],
      json: {
        context_items: 'the places with their code',
        estimated_tokens: 'about how many tokens they take',
        truncated: 'whether more would have matched',
      },
      alsoCalled: ['explain', 'gather'],
    },
  },
  answer: codeContext,
  empty: () => ({ context_items: [], estimated_tokens: 0, truncated: false }),
});

export interface CodeContextAnswer extends Answer {
  readonly context_items: readonly ContextItem[];
  readonly estimated_tokens: number;
  readonly truncated: boolean;
}

/** Places that are asked for, for each thousand tokens: somewhat more than fit, since some overlap. */
const placesPerThousand = { breadth: 12, depth: 6 } as const;
const minPlaces = 20;
const maxPlaces = 400;
/** Of the budget, the most that one body takes while others wait. */
const largestShare = 0.5;
/** A body that is shortened below this says little. */
const minBodyLines = 3;
/** Inner symbols that an item names besides its own signature. */
const maxMembers = 8;

export async function codeContext(
  asked: RefView,
  { query, max_tokens, strategy, language }: ParametersOf<typeof codeContextParameters>,
): Promise<CodeContextAnswer> {
  const view = cachingView(asked);
  const meant = await languageMeant(view, language);
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
  const warnings =
    items.length === 0 && isFull
      ? [`The budget of ${max_tokens} tokens holds no item: the best one takes ${needed}. Call again with more.`]
      : [];
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

/** The item as far as it fits; nothing if not even its place and signature do. */
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

/** With its body: whole, or the lines that were found of a larger one, or shortened at a line. */
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
    // A file is what is shown of it; a symbol keeps its lines.
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

/** The largest count up to `most` that holds, where larger ones hold less. */
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
