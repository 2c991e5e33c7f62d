/**
 * A warning says that something was amiss and has been mended. It goes the way of the runtime's own warnings, so that the program
 * prints it (cli/speak-warnings.ts), and who embeds it may listen.
 */
export const ownWarning = 'CodeCompassWarning';

export function warn(sentence: string): void {
  process.emitWarning(sentence, ownWarning);
}
