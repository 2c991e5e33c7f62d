/**
 * One call about several symbols: the answers that single calls would give, in one response. They share the ceiling of
 * tokens, and a symbol that cannot be answered leaves the others.
 */
import { isObject, readParameters } from '../../query/parameters/parameters.ts';
import { symbolsParameter } from '../../query/parameters/shared-parameters.ts';
import type { ToolOutcome } from './call-tool.ts';
import type { ToolRow } from './tool.ts';

/** Returns the symbols of a call that names several; undefined if it names one. */
export function symbolsOf({ takesSeveral }: ToolRow, sent: unknown): readonly string[] | undefined {
  if (takesSeveral !== true || !isObject(sent)) return undefined;
  if (sent.symbols === undefined || sent.symbols === null) return undefined;
  return readParameters({ symbols: symbolsParameter }, { symbols: sent.symbols }).values.symbols;
}

/** A name that more symbols have is worth a choice. */
const maxNamesakes = 4;

/** The few symbols that an ambiguous name may mean, as positions: whoever gets them would ask about each of them next. */
export function namesakesOf({ takesSeveral }: ToolRow, { body }: ToolOutcome): readonly string[] | undefined {
  const { error } = body;
  if (takesSeveral !== true || !isObject(error) || error.code !== 'ambiguous_symbol' || !isObject(error.data)) return;
  const { candidates, total_candidates: total } = error.data;
  if (!Array.isArray(candidates) || candidates.length !== total || candidates.length > maxNamesakes) return;
  const places = candidates as readonly { readonly path: string; readonly line_start: number }[];
  const positions = new Set(places.map(({ path, line_start }) => `${path}:${line_start}`));
  return positions.size === places.length ? [...positions] : undefined;
}

/** Calls `answer` for each symbol, with its share of the tokens. */
export async function answerEach(
  symbols: readonly string[],
  sent: Readonly<Record<string, unknown>>,
  maxTokens: number,
  answer: (sent: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { symbols: _, symbol_name: __, name: ___, symbol_id: ____, ...rest } = sent;
  const outcomes: ToolOutcome[] = [];
  let left = maxTokens;
  for (const [at, symbol] of symbols.entries()) {
    const share = Math.max(1, Math.floor(left / (symbols.length - at)));
    const outcome = await answer({ ...rest, symbol_name: symbol, max_tokens: share });
    outcomes.push(outcome);
    left -= metadataOf(outcome).tokens as number;
  }
  return together(outcomes, symbols);
}

/** The whole call fails only if no symbol could be answered. */
function together(outcomes: readonly ToolOutcome[], symbols: readonly string[]): ToolOutcome {
  const found = outcomes.filter(({ isError }) => !isError);
  const [first] = found.length > 0 ? found : outcomes;
  if (first === undefined) throw new Error('A call names no symbol.');
  const { result_completeness: _, warnings: __, tokens: ___, ...status } = metadataOf(first);
  const answers = outcomes.map((outcome, at) => {
    const { metadata: _, ...answer } = outcome.body;
    const { result_completeness, warnings } = metadataOf(outcome);
    const own = { result_completeness, ...(warnings === undefined ? {} : { warnings }) };
    return { asked: symbols[at], ...answer, metadata: own };
  });
  const tokens = outcomes.reduce((sum, outcome) => sum + (metadataOf(outcome).tokens as number), 0);
  const body = { answers, metadata: { ...status, result_completeness: worst(outcomes), tokens } };
  return { isError: found.length === 0, body, text: outcomes.map(({ text }) => text).join('\n\n') };
}

const fromWorst = ['partial', 'truncated', 'complete'];

function worst(outcomes: readonly ToolOutcome[]): string {
  const found = new Set(outcomes.map((outcome) => metadataOf(outcome).result_completeness));
  return fromWorst.find((each) => found.has(each)) ?? 'complete';
}

function metadataOf({ body }: ToolOutcome): Readonly<Record<string, unknown>> {
  return body.metadata as Record<string, unknown>;
}
