/** Runs the suites that try at random, for longer than `npm test` does. `npm run test:soak -- ROUNDS KILLS` sets how long. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [rounds = '200', kills = '50'] = process.argv.slice(2);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const suites = ['test/kill.test.ts', 'test/sync-equals-full.test.ts', 'test/calls/calls-after-sync.test.ts'];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...suites], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CODECOMPASS_TEST_ROUNDS: rounds, CODECOMPASS_TEST_KILLS: kills },
});
process.exitCode = status ?? 1;
