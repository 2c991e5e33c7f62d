/**
 * The whole text of a response for a model: the results, what was left out, and one line about the index where it
 * matters. What repeats from call to call (versions, ids, a fresh and complete index) is left out.
 */
import type { Answer } from '../query/shapes/answer.ts';
import { printable, printableLines } from '../text/printable.ts';
import { count } from './amounts.ts';
import { errorText } from './error-text.ts';
import { fieldLines } from './field-lines.ts';
import { forModel, type Renderer } from './rendering.ts';

/** `renderer` is absent for the tools of the service, whose answers are a few fields. */
export function answerText(body: Readonly<Record<string, unknown>>, renderer: Renderer | undefined): string {
  if (isObject(body.error)) return errorText(body.error);
  const { metadata } = body as unknown as Answer;
  if (renderer === undefined) {
    const { metadata: _, ...fields } = body;
    return [...fieldLines(fields), ...notes(metadata.warnings ?? [])].join('\n');
  }
  const { lines, ending = '', warnings } = renderer(body as unknown as Answer, forModel());
  const status = statusLine(metadata, warnings.length > 0 || ending !== '');
  const rest = [ending, status].filter((line) => line !== '');
  const shown = [...lines, ...rest, ...notes(warnings)];
  return shown.length === 0 ? 'Nothing was found.' : shown.join('\n');
}

function notes(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `note: ${printableLines(warning)}`);
}

/** What the index lacks. The reason for a partial answer is in its warnings or its last line, if it has any. */
function statusLine(metadata: Answer['metadata'], hasReason: boolean): string {
  const { freshness_status: freshness, result_completeness: completeness } = metadata;
  const parts = [
    ...(freshness === 'stale' ? [`index is stale${changesText(metadata)}`] : []),
    ...(freshness === 'syncing' ? ['index is being updated'] : []),
    ...(completeness === 'partial' && !hasReason && freshness === 'fresh' ? ['answer is partial'] : []),
  ];
  return parts.length === 0 ? '' : `note: ${parts.join('; ')}`;
}

/** `: 7 changed files are missing (a.ts, b.ts, …)` */
function changesText({ changed_paths: paths, changed_count: total }: Answer['metadata']): string {
  if (!Array.isArray(paths) || typeof total !== 'number') return '';
  const more = total > paths.length ? ', …' : '';
  return `: ${count(total, 'changed file is', 'changed files are')} missing (${paths.map((path) => printable(String(path))).join(', ')}${more})`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
