/** The entry point of the process that checks a large index. It sends the result and ends, or ends with its parent. */
import { toCodedError } from '../../errors.ts';
import { sentError } from '../../sent-error.ts';
import { startWatchdog } from '../../watchdog/start-watchdog.ts';
import { damageOfMissingWal } from './check-integrity.ts';
import type { CheckMessage } from './check-outside.ts';
import { stampOfFile } from './database-files.ts';
import { expectedTables } from './schema.ts';
import { openDatabase, type SqliteDriver } from './sqlite.ts';
import { waitForLocks, withStoreErrors } from './store-errors.ts';

const orphanMs = 500;
/** The check of an index of any size ends earlier. */
const stuckMs = 3_600_000;

/** Without a free thread there is no watchdog, and the check runs all the same. */
const threadMs = 1_000;

const [parent, file = '', stamp, driver] = process.argv.slice(2);
let hasBegun = false;
// The check blocks this thread, so that of the watchdog is started first.
startWatchdog({
  rules: { parent: Number(parent), orphanMs, stuckMs },
  children: new SharedArrayBuffer(4),
  onThread: run,
});
setTimeout(run, threadMs);

function run(): void {
  if (hasBegun) return;
  hasBegun = true;
  const message = checked();
  const end = () => process.kill(process.pid, 'SIGKILL');
  if (process.connected) process.send?.(message, end);
  else end();
}

function checked(): CheckMessage {
  try {
    // Opening a file that is gone would create it. The check of one that was replaced is not needed any longer.
    if (stampOfFile(file) !== stamp) return { errors: [] };
    const database = withStoreErrors(openDatabase(file, driver as SqliteDriver), file, expectedTables);
    try {
      waitForLocks(database);
      return { errors: damageOfMissingWal(database) };
    } finally {
      database.close();
    }
  } catch (thrown) {
    return { failed: sentError(toCodedError(thrown)) };
  }
}
