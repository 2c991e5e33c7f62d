/** Renders the answer of `suggest_followup_queries`: each suggested call with its reason. */
import type { FollowupQueriesAnswer } from '../../query/tools/followup-queries.ts';
import { printable } from '../../text/printable.ts';
import { type Renderer, warningsOf } from '../rendering.ts';

export const followupQueriesRenderer: Renderer<FollowupQueriesAnswer> = (answer) => ({
  lines: answer.suggestions.map(
    ({ tool, params, reason }) => `${tool} ${printable(JSON.stringify(params))}  ${printable(reason)}`,
  ),
  ending: answer.suggestions.length === 0 ? `No suggestion: ${answer.analysis.reason ?? 'nothing fits'}.` : '',
  warnings: warningsOf(answer),
});
