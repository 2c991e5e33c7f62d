/** Prints what a job did, for `index` and `sync`. */
import type { JobSummary } from '../indexing/job.ts';
import type { Output } from './output.ts';
import { details, headline, remarks } from './summary.ts';

export function printSummary(
  summary: JobSummary,
  operation: 'index' | 'sync',
  registered: boolean,
  output: Output,
): void {
  if (output.json) {
    output.document({ ...summary, registered });
    return;
  }
  output.print(output.paint('bold', headline(summary, operation)));
  for (const line of details(summary, output.verbose)) output.print(line);
  for (const line of remarks(summary, output.verbose)) output.print(line);
  printWarnings(summary.warnings, output);
}

const warningsShown = 5;

function printWarnings(warnings: readonly string[], output: Output): void {
  const shown = output.verbose ? warnings : warnings.slice(0, warningsShown);
  for (const warning of shown) output.warn(warning);
  const hidden = warnings.length - shown.length;
  if (hidden > 0) output.warn(`${hidden} more; --verbose shows them all.`);
}
