/**
 * A warning reports a problem that was repaired automatically. It is emitted as a process warning, so that the CLI
 * prints it (cli/print/process-warnings.ts) and embedding programs can listen for it.
 */
export const ownWarning = 'CodeCompassWarning';

export function warn(sentence: string): void {
  process.emitWarning(sentence, ownWarning);
}
