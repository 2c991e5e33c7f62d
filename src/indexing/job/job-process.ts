/**
 * The entry point of a job process. It only loads the job, and tells the parent if that fails: without a file handle
 * left, not even the table of errors can be loaded.
 */
import type { JobMessage } from './job.ts';

import('./perform-job.ts').catch(({ message, code, syscall, path }: NodeJS.ErrnoException) => {
  const failure: JobMessage = { type: 'unloaded', error: { message, code, syscall, path } };
  process.send?.(failure);
});
