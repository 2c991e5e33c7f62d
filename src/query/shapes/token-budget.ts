/** A token budget, and the cost of an item of an answer. */

/** The remaining budget: tokens by the contract's estimate, and characters of JSON. */
export interface Room {
  readonly tokens: number;
  readonly characters: number;
}

/** Most models use about four characters per token; small budgets are limited by the estimate alone. */
export function roomFor(maxTokens: number): Room {
  return { tokens: maxTokens, characters: 4 * Math.max(maxTokens, smallBudget) };
}

const smallBudget = 500;

/** Returns the budget that remains after an item. */
export function without(room: Room, item: unknown): Room {
  const json = JSON.stringify(item);
  return { tokens: room.tokens - tokensOf(json), characters: room.characters - json.length };
}

/** The contract's estimate: words between whitespace in the JSON of the item, times 1.3, rounded up. */
export function estimateTokens(item: unknown): number {
  return tokensOf(JSON.stringify(item));
}

export function fits(item: unknown, { tokens, characters }: Room): boolean {
  const json = JSON.stringify(item);
  return json.length <= characters && tokensOf(json) <= tokens;
}

function tokensOf(json: string): number {
  const words = json.match(/\S+/g)?.length ?? 0;
  // Integer arithmetic avoids rounding errors of 1.3: 10 words are 13 tokens, not 14.
  return Math.ceil((words * 13) / 10);
}
