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
}
