/**
 * Fits an answer into a token budget: the whole text that is sent, with metadata, ids and warnings. What is left out is
 * said in `metadata`: `truncated`, and a warning with the numbers and how to get the rest. Below `smallestBudget` an
 * answer may be larger than asked for, because even its frame needs some space.
 */
import { estimateTokens, partsOf, tokensOfPart, withSpare } from '../../text/tokens/estimate-tokens.ts';
import { pauseIfDue } from '../view/turns.ts';
import { cutFarEnds, cutInnerLists, cutLists, entryCount } from './cut-lists.ts';
import { type Cuts, isJson, type Json, type ListCut, listAt, withoutField, withValueAt } from './cuts.ts';
import { type Audience, type NoteLength, omissionNote } from './omission-note.ts';
import { changedTexts, shortenTexts } from './shorten-texts.ts';

/** From here on the ceiling holds for every answer. */
export const smallestBudget = 200;

export interface Budget {
  /** Absent: no ceiling; the size is only counted. */
  readonly maxTokens?: number | undefined;
  readonly cuts: Cuts;
  /** The text of a body, as the client gets it. */
  readonly render: (body: unknown) => string;
  readonly audience: Audience;
}

/** Returns the answer within its budget, with its size in `tokens`. Other calls go on while a large one is measured. */
export async function fitAnswer<Body extends object>(body: Body, budget: Budget): Promise<Body> {
  const { maxTokens = Number.POSITIVE_INFINITY, render } = budget;
  const original = body as unknown as Json;
  const text = render(withTokens(original, 0));
  const isLarge = text.length > largeLength;
  const size = await sizeOf(text, isLarge ? maxTokens : undefined);
  if (size <= maxTokens) return withTokens(original, size) as unknown as Body;
  const lists = isJson(original.error) ? [errorLists(original)] : budget.cuts.lists;
  // A round of cuts measures all that is left, so what is far over the budget is cut before the first one.
  const first = isLarge ? await cutFarEnds(original, [...lists.flat(), ...metadataLists], maxTokens) : original;
  return (await fitted(original, first, maxTokens, lists, budget)) as unknown as Body;
}

/** Characters of an answer that is too large to be measured several times. */
const largeLength = 500_000;

/** Cuts an answer, from its first shorter version on. */
async function fitted(
  original: Json,
  first: Json,
  maxTokens: number,
  lists: Cuts['lists'],
  { cuts, render, audience }: Budget,
): Promise<Json> {
  const size = await sizeOf(render(withTokens(first, 0)));
  // Item sizes are those of compact JSON; indented JSON has more tokens, a text has fewer.
  const scale = size / estimateTokens(JSON.stringify(first));
  const described = [...lists.flat(), ...metadataLists].map((cut) => ({
    ...cut,
    of: entryCount(listAt(original, cut.at), cut),
  }));
  const details = isJson(original.error) ? [] : (cuts.details ?? []);
  const finished = (current: Json, length: NoteLength): Json => {
    const settled = isJson(original.error) ? current : ((cuts.settle?.(current) ?? current) as Json);
    const left = described.flatMap((cut) => [
      { what: lastField(cut.at), of: cut.of, shown: entryCount(listAt(current, cut.at), cut) },
      ...(cut.inner ?? []).map((place) => ({ what: lastField(place), ...innerCounts(original, current, cut, place) })),
    ]);
    const texts = changedTexts(withoutTrees(original, described), withoutTrees(current, described));
    const fields = details.filter((field) => Object.hasOwn(original, field) && !Object.hasOwn(current, field));
    const note = omissionNote({ maxTokens, left, texts, fields, cuts, audience, length });
    return withTokens(withNote(settled, note), size);
  };
  const measured = async (of: Json, length: NoteLength): Promise<Measured> => {
    const answer = finished(of, length);
    return { of, length, answer, tokens: await sizeOf(render(answer)) };
  };
  let current = await measured(first, 'full');
  for (const { step, length } of stepsFor(lists, details, maxTokens)) {
    for (let round = 0; round < maxRounds; round++) {
      // A step that found nothing to cut leaves the answer as it was.
      if (current.length !== length) current = await measured(current.of, length);
      if (current.tokens <= maxTokens) return withTokens(current.answer, current.tokens);
      const next = step(current.of, (current.tokens - maxTokens) / scale);
      if (next === undefined) break;
      current = await measured(next, length);
    }
  }
  const smallest = await measured(current.of, 'too small');
  return withTokens(smallest.answer, smallest.tokens);
}

interface Measured {
  /** The cut answer without the note about what was cut. */
  readonly of: Json;
  readonly length: NoteLength;
  readonly answer: Json;
  readonly tokens: number;
}

/** Item sizes are estimates, so a cut may save slightly too little; the next round saves the rest. */
const maxRounds = 6;

type Step = (body: Json, excess: number) => Json | undefined;

/** What is left out, in order: first the ends of lists and long texts, at last what makes an answer readable. */
function stepsFor(
  lists: readonly (readonly ListCut[])[],
  details: readonly string[],
  maxTokens: number,
): readonly { readonly step: Step; readonly length: NoteLength }[] {
  const quarter = maxTokens / 4;
  const cutTo =
    (cuts: readonly ListCut[], entries: number, tokens = 0): Step =>
    (body, excess) =>
      cutLists(body, cuts, excess, { entries, tokens });
  const texts =
    (least: number, all = false): Step =>
    (body, excess) =>
      shortenTexts(body, excess, { least: Math.max(shortestText, least), all });
  const first: Step[] = [
    cutTo(metadataLists, 1, quarter),
    texts(quarter),
    ...lists.flat().map(
      (cut): Step =>
        (body) =>
          cutInnerLists(body, cut, maxTokens / 16),
    ),
    ...lists.map((cuts) => cutTo(cuts, cuts[0]?.keep ?? 1)),
    texts(maxTokens / 16),
  ];
  const last: Step[] = [
    cutTo(metadataLists, 0),
    ...lists.map((cuts) => cutTo(cuts, 0)),
    texts(0),
    ...details.map(
      (field): Step =>
        (body) =>
          withoutField(body, field),
    ),
    texts(0, true),
    () => undefined,
  ];
  return [
    ...first.map((step) => ({ step, length: 'full' as const })),
    ...last.map((step) => ({ step, length: 'short' as const })),
  ];
}

const shortestText = 12;

/** Lists that every answer may have. */
const metadataLists: readonly ListCut[] = [{ at: 'metadata.warnings' }, { at: 'metadata.changed_paths' }];

/** Errors list candidates and suggestions under various names. */
function errorLists({ error }: Json): ListCut[] {
  const data = isJson(error) && isJson(error.data) ? error.data : {};
  return Object.keys(data).flatMap((field) => (Array.isArray(data[field]) ? [{ at: `error.data.${field}` }] : []));
}

/** The number of inner entries before and after, in the entries that stay. */
function innerCounts(original: Json, current: Json, { at }: ListCut, place: string): { of: number; shown: number } {
  const kept = listAt(current, at) ?? [];
  const count = (entries: readonly unknown[]) =>
    entries.reduce((sum: number, entry) => sum + (listAt(entry, place)?.length ?? 0), 0);
  return { of: count((listAt(original, at) ?? []).slice(0, kept.length)), shown: count(kept) };
}

/** Nodes of a tree move when others are left out, so their texts cannot be compared by place. */
function withoutTrees(body: Json, lists: readonly ListCut[]): Json {
  const trees = lists.filter(({ at, rank }) => rank !== undefined && listAt(body, at) !== undefined);
  return trees.reduce((rest, { at }) => withValueAt(rest, at, []), body);
}

function lastField(at: string): string {
  return at.slice(at.lastIndexOf('.') + 1);
}

function withNote(body: Json, note: string): Json {
  const metadata = body.metadata as Json;
  const warnings = Array.isArray(metadata.warnings) ? metadata.warnings : [];
  return {
    ...body,
    metadata: {
      ...metadata,
      result_completeness: metadata.result_completeness === 'partial' ? 'partial' : 'truncated',
      warnings: [note, ...warnings],
    },
  };
}

/** Puts the size beside the contract's estimate if there is one, else into the metadata. */
function withTokens(body: Json, tokens: number): Json {
  if (typeof body.estimated_tokens !== 'number') {
    return { ...body, metadata: { ...(body.metadata as Json), tokens } };
  }
  const { estimated_tokens, tokens: _, metadata, ...rest } = body;
  return { ...rest, estimated_tokens, tokens, metadata };
}

/** The size with the size itself, which has one token per three digits. Beyond `enough` it need not be exact. */
async function sizeOf(text: string, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let sum = 0;
  for (const part of partsOf(text)) {
    await pauseIfDue(undefined);
    sum += tokensOfPart(part);
    if (sum > enough) break;
  }
  const tokens = withSpare(sum);
  return tokens < 990 ? tokens : tokens + 1;
}
