/**
 * Filters process warnings: prints the program's own like any other message, drops the one by which `node:sqlite` calls
 * itself experimental on every start, and leaves the rest to Node.
 */
import { ownWarning } from '../../store/warn.ts';

export function printProcessWarnings(warn: (sentence: string) => void): void {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const { type, message } = readWarning(warning, rest[0]);
    if (type === ownWarning) warn(message);
    else if (type !== 'ExperimentalWarning' || !message.startsWith('SQLite')) {
      Reflect.apply(emitWarning, process, [warning, ...rest]);
    }
  }) as typeof process.emitWarning;
}

function readWarning(warning: string | Error, second: unknown): { type: unknown; message: string } {
  if (typeof warning !== 'string') return { type: warning.name, message: warning.message };
  const type = typeof second === 'object' && second !== null ? (second as { type?: unknown }).type : second;
  return { type, message: warning };
}
