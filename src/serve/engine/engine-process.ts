/**
 * The entry point of the process of an engine. It only loads the engine, and tells the server if that fails: without a
 * file handle left, not even the table of errors can be loaded.
 */
import type { FromEngine } from './messages.ts';

// The server is told about signals, and tells the engine.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});

import('./run-engine.ts').catch(({ message, code, syscall, path }: NodeJS.ErrnoException) => {
  const failure: FromEngine = { type: 'unloaded', error: { message, code, syscall, path } };
  process.send?.(failure);
});
