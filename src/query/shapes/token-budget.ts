/** A budget of tokens, and what an item of an answer takes of it. */

/** What is left: tokens by the contract's estimate, and characters of JSON. */
export interface Room {
  readonly tokens: number;
  readonly characters: number;
}

/** Four characters are a token to most models; small budgets are left to the estimate alone. */
export function roomFor(maxTokens: number): Room {
  return { tokens: maxTokens, characters: 4 * Math.max(maxTokens, smallBudget) };
}

const smallBudget = 500;

/** What an item leaves. */
export function without(room: Room, item: unknown): Room {
  const json = JSON.stringify(item);
  return { tokens: room.tokens - tokensOf(json), characters: room.characters - json.length };
}

/** The contract's estimate: words between blanks in the item's JSON, times 1.3, rounded up. */
export function estimateTokens(item: unknown): number {
  return tokensOf(JSON.stringify(item));
}

export function fits(item: unknown, { tokens, characters }: Room): boolean {
  const json = JSON.stringify(item);
  return json.length <= characters && tokensOf(json) <= tokens;
}

function tokensOf(json: string): number {
  const words = json.match(/\S+/g)?.length ?? 0;
  // In tenths, since 1.3 times a whole number is seldom one in binary: 10 words are 13 tokens, not 14.
  return Math.ceil((words * 13) / 10);
}
