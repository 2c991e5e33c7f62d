/**
 * Runs the randomized and long-running suites for much longer than `npm test`, and prints what each did.
 *
 *   npm run test:soak                all suites
 *   npm run test:soak -- NAME…       these suites
 *   --only WORDS                     only tests whose names contain the words
 *   --repos FOLDER                   mutate the sources in this folder instead of our own samples
 *
 * An environment variable that is already set overrides the value in the table, so a count can be changed for one run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Name → the test file, or how the paths of several begin, and its workload. A suite reports its figures with `reportSoak`
 * (test/support/soak-report.ts).
 */
const suites = {
  kill: { file: 'test/indexing/kill.test.ts', env: { CODECOMPASS_TEST_KILLS: '50' } },
  faults: { file: 'test/store/faults/faults.test.ts', env: { CODECOMPASS_TEST_FAULTS: '200' } },
  damage: {
    file: 'test/store/damage/',
    env: { CODECOMPASS_TEST_PAGES: '1000000', CODECOMPASS_TEST_LONG: '1' },
  },
  hostile: {
    file: 'test/hostile/hostile-files.test.ts',
    env: { CODECOMPASS_TEST_LONG: '1', CODECOMPASS_TEST_MUTATED: '10000', CODECOMPASS_TEST_TINY: '1000000' },
  },
  'ignore-rules': {
    file: 'src/scan/listing/ignore/agreement-',
    env: { CODECOMPASS_TEST_PAIRS: '100000', CODECOMPASS_TEST_TREES: '1000' },
  },
  memory: { file: 'test/indexing/memory-cap.test.ts', env: { CODECOMPASS_TEST_FILES: '2000' } },
  processes: { file: 'test/indexing/many-processes.test.ts', env: { CODECOMPASS_TEST_SECONDS: '120' } },
  interleavings: { file: 'test/indexing/interleavings.test.ts', env: { CODECOMPASS_TEST_LONG: '1' } },
  sync: { file: 'test/indexing/sync-equals-full.test.ts', env: { CODECOMPASS_TEST_ROUNDS: '200' } },
  'small-syncs': { file: 'test/project/worktree-sync.test.ts', env: { CODECOMPASS_TEST_ROUNDS: '100' } },
  'hostile-repository': { file: 'test/hostile/hostile-repository.test.ts', env: { CODECOMPASS_TEST_LONG: '1' } },
  'repository-text': { file: 'test/hostile/repository-text.test.ts', env: { CODECOMPASS_TEST_LONG: '1' } },
  'http-attacks': { file: 'test/hostile/http-attacks.test.ts', env: { CODECOMPASS_TEST_ATTACK_SECONDS: '30' } },
  'hostile-messages': { file: 'test/hostile/hostile-messages.test.ts', env: { CODECOMPASS_TEST_MESSAGES: '50000' } },
  'long-life': {
    file: 'test/serve/long-life.test.ts',
    env: { CODECOMPASS_TEST_QUERIES: '100000', CODECOMPASS_TEST_SYNCS: '200' },
  },
  'first-contact': { file: 'test/serve/first-contact.test.ts', env: { CODECOMPASS_TEST_ALL: '1' } },
  'random-edits': { file: 'test/serve/random-edits.test.ts', env: { CODECOMPASS_TEST_EDITS: '1000' } },
  calls: { file: 'test/query/calls/calls-after-sync.test.ts', env: { CODECOMPASS_TEST_ROUNDS: '200' } },
};

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { repos: { type: 'string' }, only: { type: 'string' } },
});
const narrowed = values.only === undefined ? [] : ['-t', values.only];
const given = values.repos === undefined ? {} : { CODECOMPASS_TEST_REPOS: path.resolve(values.repos) };
const unknown = named.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown suite: ${unknown.join(', ')}. Available: ${Object.keys(suites).join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'codecompass-soak-'));
const rows = [];
for (const name of named.length > 0 ? named : Object.keys(suites)) {
  const { file, env } = suites[name];
  const figures = path.join(folder, `${name}.jsonl`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [vitest, 'run', file, ...narrowed], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...process.env, ...given, CODECOMPASS_SOAK_FIGURES: figures },
  });
  const seconds = Math.round((performance.now() - started) / 1_000);
  rows.push(`| ${name} | ${status === 0 ? 'passed' : 'FAILED'} | ${seconds} | ${figuresIn(figures)} |`);
  if (status !== 0) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
process.stdout.write(`\n| suite | outcome | seconds | what it did |\n|---|---|---:|---|\n${rows.join('\n')}\n`);

/** Formats the lines the suite wrote, such as `200 points, 67 killed`. */
function figuresIn(file) {
  let lines = '';
  try {
    lines = readFileSync(file, 'utf8');
  } catch {
    // The suite ended before it reported anything.
  }
  const figures = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return figures
    .flatMap((each) => Object.entries(each))
    .map(([what, amount]) => `${amount} ${what}`)
    .join(', ');
}
