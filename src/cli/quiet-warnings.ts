/** Keeps one warning from users: `node:sqlite` calls itself experimental on each start. All others pass. */
export function quietSqliteWarning(): void {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (isSqliteWarning(warning, rest[0])) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
}

function isSqliteWarning(warning: string | Error, second: unknown): boolean {
  const message = typeof warning === 'string' ? warning : warning.message;
  const named = typeof second === 'object' && second !== null ? (second as { type?: unknown }).type : second;
  const type = typeof warning === 'string' ? named : warning.name;
  return type === 'ExperimentalWarning' && message.startsWith('SQLite');
}
