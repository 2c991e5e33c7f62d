/** The ceiling of an answer for callers other than MCP clients: a terminal and a program have none unless they set it. */
import type { IntegerRow, ParametersOf, ParameterTable } from '../parameters/parameters.ts';

export function ceilingOf(
  { servedDefault }: IntegerRow,
  sent: unknown,
  values: ParametersOf<ParameterTable>,
): number | undefined {
  const isSet = ((sent ?? {}) as { max_tokens?: unknown }).max_tokens !== undefined;
  return isSet || servedDefault !== true ? (values.max_tokens as number) : undefined;
}
