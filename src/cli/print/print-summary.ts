/** Prints the summary of a job, for `index` and `sync`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JobSummary } from '../../indexing/job/job.ts';
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
  const isCheckedOut = (folder: string) => existsSync(path.join(summary.root, folder, '.git'));
  for (const line of remarks(summary, output.verbose, isCheckedOut)) output.print(line);
}
