/**
 * Runs twenty real questions against real repositories. The right files were written down before the first run.
 * Prints the rank of the first right file, and the bytes of the answer against the output of `grep -rn` for the best
 * word plus the right file, read whole.
 *
 *   npm run bench:agent-view -- --repos FOLDER   (a folder with a clone of each repository, named after it)
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { git } from './quality/history.mjs';
import { openIndex } from './quality/open-index.mjs';

/** Repository, question, the word to grep for, and the files that count as right. */
const questions = [
  ['flask', 'how are blueprints registered', 'register_blueprint', ['sansio/app.py', 'sansio/blueprints.py']],
  ['flask', 'where is the session cookie signed', 'signer', ['src/flask/sessions.py']],
  ['flask', 'how is the error handler for an exception found', 'error_handler', ['sansio/app.py']],
  ['django', 'how is the csrf token of a request verified', 'csrf', ['django/middleware/csrf.py']],
  ['django', 'where are related objects prefetched', 'prefetch', ['django/db/models/query.py']],
  ['django', 'in which order are migrations applied', 'migrations', ['migrations/graph.py', 'migrations/executor.py']],
  ['django', 'password hash upgrade when settings change', 'must_update', ['contrib/auth/hashers.py']],
  ['vite', 'how do hot updates propagate to importers', 'propagate', ['node/server/hmr.ts']],
  [
    'vite',
    'where are dependencies discovered for pre-bundling',
    'optimizeDeps',
    ['optimizer/scan.ts', 'optimizer/optimizer.ts', 'optimizer/index.ts'],
  ],
  ['vite', 'how are css modules compiled', 'modules', ['plugins/css.ts']],
  [
    'tokio',
    'how does a worker steal tasks from others',
    'steal',
    ['multi_thread/queue.rs', 'multi_thread/worker.rs', 'multi_thread_alt/worker.rs', 'multi_thread_alt/queue.rs'],
  ],
  ['tokio', 'what happens to a broadcast receiver that lags behind', 'lagged', ['sync/broadcast.rs']],
  [
    'tokio',
    'how is a join handle aborted',
    'abort',
    ['task/join.rs', 'task/abort.rs', 'runtime/task/join.rs', 'runtime/task/abort.rs', 'runtime/task/harness.rs'],
  ],
  ['ripgrep', 'how are gitignore globs matched against a path', 'gitignore', ['ignore/src/gitignore.rs']],
  ['ripgrep', 'when are memory maps used for searching', 'mmap', ['searcher/src/searcher/mmap.rs']],
  ['gin', 'how are panics in handlers recovered', 'recovery', ['recovery.go']],
  ['gin', 'where are wildcards of routes matched', 'wildcard', ['tree.go']],
  ['redis', 'how are expired keys deleted in the background', 'expire', ['src/expire.c']],
  [
    'kubernetes',
    'how does leader election renew its lease',
    'leaderelection',
    ['tools/leaderelection/leaderelection.go'],
  ],
  [
    'kubernetes',
    'where does the kubelet evict pods under memory pressure',
    'eviction',
    ['kubelet/eviction/eviction_manager.go', 'kubelet/eviction/helpers.go'],
  ],
];

const { values } = parseArgs({
  options: { repos: { type: 'string' }, cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') } },
});
if (values.repos === undefined) {
  process.stderr.write('usage: npm run bench:agent-view -- --repos FOLDER\n');
  process.exit(2);
}

print(
  ['rank', 'answer', 'grep', 'file', 'saved', 'question'].map((word, at) => word.padStart(at < 5 ? 8 : 0)).join('  '),
);
const sums = { answer: 0, other: 0, first: 0, third: 0, asked: 0 };
for (const name of new Set(questions.map(([repo]) => repo))) {
  const repo = resolve(values.repos, name);
  if (!existsSync(repo)) {
    print(`${name}: not found, skipped`);
    continue;
  }
  const index = await openIndex({ repo, commit: git(repo, 'rev-parse', 'HEAD').trim(), cache: values.cache });
  for (const [, query, word, right] of questions.filter(([of]) => of === name)) {
    const answer = await index.ask('search', { query });
    const rank = answer.results.findIndex(({ path }) => right.some((end) => path.endsWith(end))) + 1;
    const found =
      answer.results[rank - 1]?.path ?? (await index.files()).find(({ path }) => path.endsWith(right[0]))?.path;
    const bytes = JSON.stringify(answer).length;
    const grepped = grepBytes(repo, word);
    const read = found === undefined ? 0 : statSync(join(repo, found)).size;
    sums.answer += bytes;
    sums.other += grepped + read;
    sums.asked++;
    if (rank === 1) sums.first++;
    if (rank >= 1 && rank <= 3) sums.third++;
    const cells = [rank || '-', bytes, grepped, read, `${Math.round((1 - bytes / (grepped + read)) * 100)} %`];
    print([...cells.map((cell) => String(cell).padStart(8)), `${name}: ${query}`].join('  '));
  }
  await index.close();
}
print(`first in ${sums.first} of ${sums.asked}, top three in ${sums.third}; ${sums.answer} bytes, grep ${sums.other}`);

function grepBytes(repo, word) {
  try {
    const args = ['-rnIi', '--exclude-dir=.git', '--', word, '.'];
    return execFileSync('grep', args, { cwd: repo, maxBuffer: 1 << 30 }).length;
  } catch {
    return 0;
  }
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
