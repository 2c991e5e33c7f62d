/**
 * Code context: the hits of a query that fit a token budget, as many signatures (`breadth`) or fewer bodies (`depth`),
 * long ones folded around the lines that match. Overlapping hits are shown once. With bodies, the best symbols have
 * their callers, callees and tests. The budget is for the whole answer in real tokens; `estimated_tokens` is the
 * contract's count of words, which is far smaller, because JSON has few spaces.
 */

import { type FileFilter, fileFilter } from '../parameters/file-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import {
  languageParameter,
  maxTokensParameter,
  queryParameter,
  refParameter,
  testsParameter,
  withinParameter,
} from '../parameters/shared-parameters.ts';
import { filteredOut } from '../search/coverage.ts';
import { findEach } from '../search/find-each.ts';
import type { SearchHit } from '../search/hit.ts';
import { inFiles, needsOfQuery } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type ContextItem, itemOf } from '../shapes/context/context-item.ts';
import { provenCalls, relationsOf } from '../shapes/context/context-relations.ts';
import { type Selection, selectContext } from '../shapes/context/context-selection.ts';
import { foldSource } from '../shapes/folded-source.ts';
import { groupHits, type HitGroup } from '../shapes/group-hits.ts';
import { linesBetween } from '../shapes/source-body.ts';
import { budgetFor, contractEstimate, fits, type Room, roomFor, without } from '../shapes/token-budget.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';

import { type AskSettings, oneRefCapability } from './capability.ts';

const defaultTokens = 4000;

export const codeContextParameters = {
  query: queryParameter,
  // The command line has this default too: the result is a selection to read, not a list.
  max_tokens: { ...maxTokensParameter(defaultTokens), servedDefault: false },
  strategy: {
    type: 'choice',
    values: ['breadth', 'depth'],
    code: 'invalid_strategy',
    description: 'breadth: many signatures (default for JSON); depth: fewer, with bodies (default for text)',
  },
  ref: refParameter,
  language: languageParameter,
  path: withinParameter,
  tests: testsParameter,
} as const;

export const codeContextCapability = oneRefCapability({
  name: 'get_code_context',
  title: 'Code for a question, within a budget',
  description:
    'The code that answers a question, an issue text, an error or names (with commas between), within max_tokens: bodies, their callers, callees and tests. One call instead of grep and reading files.',
  parameters: codeContextParameters,
  maxTokens: defaultTokens,
  cuts: {
    lists: [[{ at: 'context_items', inner: ['members'] }]],
    narrowedBy: ['language', 'path', 'tests', 'strategy'],
    settle: (answer: CodeContextAnswer) => withItems(answer, answer.context_items),
  },
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
        estimated_tokens: 'words of the results, times 1.3',
        tokens: 'size of the answer in tokens',
        truncated: 'whether there are more results',
      },
      alsoCalled: ['explain', 'gather'],
    },
  },
  answer: codeContext,
  live: ({ query, ...filters }) => ({ ...needsOfQuery(query), ...inFiles(filters) }),
});

export interface CodeContextAnswer extends Answer {
  readonly context_items: readonly ContextItem[];
  /** By the contract's formula; `tokens`, which is added when the answer is complete, is its size. */
  readonly estimated_tokens: number;
  readonly tokens?: number;
  readonly truncated: boolean;
}

/** Hits to request per thousand tokens: somewhat more than fit, since some overlap. */
const placesPerThousand = { breadth: 12, depth: 6 } as const;
const minPlaces = 20;
const maxPlaces = 400;
/** The largest share of the budget that one body may use. */
const largestShare = 0.5;
/** The best items whose callers, callees and tests are shown. */
const relatedItems = 5;
/** Of the tokens that a body may take. */
const foldedShare = 0.85;
/** A body shortened below this is not worth showing. */
const minBodyLines = 3;
/** Inner symbols that an item lists in addition to its own signature. */
const maxMembers = 8;

export async function codeContext(
  asked: RefView,
  { query, max_tokens, strategy: named, ...filters }: ParametersOf<typeof codeContextParameters>,
  { forText = false, vectors = true }: AskSettings = {},
): Promise<CodeContextAnswer> {
  const strategy = named ?? (forText ? 'depth' : 'breadth');
  const view = cachingView(asked);
  const filter = { files: await fileFilter(view, filters) };
  const wanted = Math.ceil((max_tokens / 1000) * placesPerThousand[strategy]);
  const limit = Math.min(maxPlaces, Math.max(minPlaces, wanted));
  // The budget and the levels of a context decide how much of the weaker hits is shown.
  const found = await findEach(view, query, filter, limit, { vectors, keepWeak: true });
  const leftOut = found.hits.length === 0 ? await filteredOut(view, filter) : undefined;
  const groups = groupHits(found.hits, strategy);
  const total = found.totalCandidates - (found.hits.length - groups.length);
  const budget = roomFor(max_tokens, forText);

  const { items, needed } = forText
    ? await selectContext(view, groups, {
        filter: filter.files,
        isNamed: found.intent === 'symbol',
        strategy,
        maxTokens: budget.tokens,
      })
    : await itemsWithin(view, groups, strategy, budget, filter.files);
  const isFull = needed !== undefined;
  const warnings = [
    ...filter.files.warnings,
    ...found.remarks,
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(items.length === 0 && isFull
      ? [`No result fits a budget of ${max_tokens} tokens: the best one needs ${needed}. Increase max_tokens.`]
      : []),
  ];
  const metadata = {
    total_candidates: total,
    strategy,
    suggestion: `Use locate_symbol for specific symbols, or ${isFull ? 'increase max_tokens' : 'narrow the query'}`,
    result_completeness: 'complete' as const,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  return withItems({ context_items: [], estimated_tokens: 0, truncated: false, metadata }, items);
}

/** The items of an answer in JSON, which has every group from the best on. */
async function itemsWithin(
  view: RefView,
  groups: readonly HitGroup[],
  strategy: 'breadth' | 'depth',
  budget: Room,
  filter: FileFilter,
): Promise<Selection> {
  const items: ContextItem[] = [];
  let room = budget;
  for (const group of groups) {
    const item = await itemWithin(view, group, strategy, room, budget);
    if (item === undefined) return { items, needed: budgetFor(itemOf(view, group.place)) };
    const { symbol } = group.place;
    const isRelated = item.body !== undefined && symbol !== undefined && items.length < relatedItems;
    const related = isRelated ? await relationsOf(view, await provenCalls(view, symbol, filter)) : {};
    const whole = { ...item, ...related };
    items.push(fits(whole, room) ? whole : item);
    room = without(room, items.at(-1));
  }
  return { items };
}

/** The answer with these items, and what it says about their number. */
function withItems(answer: CodeContextAnswer, items: readonly ContextItem[]): CodeContextAnswer {
  const { total_candidates, strategy, suggestion, returned, remaining_candidates, ...metadata } = answer.metadata;
  const remaining = (total_candidates as number) - items.length;
  const truncated = remaining > 0;
  return {
    ...answer,
    context_items: items,
    estimated_tokens: contractEstimate(items),
    truncated,
    metadata: {
      total_candidates,
      returned: items.length,
      ...(truncated ? { remaining_candidates: remaining } : {}),
      strategy,
      ...(truncated ? { suggestion: suggestion ?? 'Increase max_tokens' } : {}),
      ...metadata,
      result_completeness: truncated ? 'partial' : metadata.result_completeness,
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
  const share = { ...room, tokens: Math.min(room.tokens, budget.tokens * largestShare) };
  const whole = linesBetween(text, bare.line_start, bare.line_end);
  if (fits({ ...bare, body: whole }, share)) return { ...bare, body: whole };
  if (type === 'snippet' && place.symbol !== undefined) {
    const part = { ...bare, line_start: lineStart, line_end: lineEnd, body: linesBetween(text, lineStart, lineEnd) };
    if (fits(part, share)) return part;
  }
  const bodyTokens = without(share, bare).tokens;
  const folded = foldSource(whole, {
    lineStart: bare.line_start,
    // The estimate of a line leaves out how its quotes are escaped.
    maxTokens: bodyTokens * foldedShare,
    focus: place.matchLines,
  });
  const item = { ...bare, body: folded.text, ...(folded.folds.length > 0 ? { folds: folded.folds } : {}) };
  return folded.text.split('\n').length > minBodyLines && fits(item, share) ? item : undefined;
}

function withMembers(bare: ContextItem, { inner }: HitGroup): ContextItem {
  const members = inner.flatMap(({ symbol }) =>
    symbol === undefined
      ? []
      : [{ kind: symbol.kind, name: symbol.name, line_start: symbol.lineStart, signature: symbol.signature }],
  );
  return members.length === 0 ? bare : { ...bare, members: members.slice(0, maxMembers) };
}
