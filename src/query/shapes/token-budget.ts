/** The token budget of a code context, and the cost of its items: by the contract's formula, and in real tokens. */
import { tokensOfPart } from '../../text/tokens/estimate-tokens.ts';

/** The remaining budget. */
export interface Room {
  /** By the contract's formula. */
  readonly words: number;
  /** In real tokens. */
  readonly tokens: number;
}

/** What an answer without items needs: field names, metadata and the ref. */
export const frameTokens = 160;
/** The last line of a text, and a note about the index. */
const textFrameTokens = 60;

/** The room for items in an answer of at most so many tokens. */
export function roomFor(maxTokens: number, isText = false): Room {
  return { words: maxTokens, tokens: maxTokens - (isText ? textFrameTokens : frameTokens) };
}

/** Returns the budget that remains after an item. */
export function without({ words, tokens }: Room, item: unknown): Room {
  const json = JSON.stringify(item);
  return { words: words - wordEstimate(json), tokens: tokens - sizeOf(json) };
}

export function fits(item: unknown, { words, tokens }: Room): boolean {
  const json = JSON.stringify(item);
  // A body may be many times larger than the room.
  return sizeOf(json, tokens) <= tokens && wordEstimate(json) <= words;
}

/** The budget that an answer with only this item needs. */
export function budgetFor(item: unknown): number {
  return Math.ceil(frameTokens + sizeOf(JSON.stringify(item)));
}

/**
 * The contract's estimate: words between whitespace in the JSON of each item, times 1.3, rounded up. JSON has few spaces,
 * so it is a fraction of the real size of an item without a body.
 */
export function contractEstimate(items: readonly unknown[]): number {
  return items.reduce((sum: number, item) => sum + wordEstimate(JSON.stringify(item)), 0);
}

function wordEstimate(json: string): number {
  const words = json.match(/\S+/g)?.length ?? 0;
  // Integer arithmetic avoids rounding errors of 1.3: 10 words are 13 tokens, not 14.
  return Math.ceil((words * 13) / 10);
}

/** With the comma behind the item. */
function sizeOf(json: string, enough?: number): number {
  return tokensOfPart(`${json},`, enough);
}
