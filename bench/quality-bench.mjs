/**
 * Measures the quality of answers on a repository given by path: definitions sampled from its index are looked up, and
 * its own history is the judge of search, beside two baselines on the same files and questions. The repository is never written to.
 *
 *   npm run bench:quality -- --repo PATH [--commits N] [--definitions N] [--seed S]
 *                            [--only history|definitions] [--verbose] [--json] [--fresh] [--cache PATH]
 */
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cached } from './quality/cached.mjs';
import { git, historyOf } from './quality/history.mjs';
import { judgeHistory } from './quality/judge-history.mjs';
import { openIndex } from './quality/open-index.mjs';
import { printHistory, printQuestions } from './quality/print.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '300' },
    definitions: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    verbose: { type: 'boolean' },
    json: { type: 'boolean' },
    fresh: { type: 'boolean' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
if (values.repo === undefined || ![undefined, 'history', 'definitions'].includes(values.only)) {
  process.stderr.write('usage: npm run bench:quality -- --repo PATH [--commits N] [--definitions N] [--seed S]\n');
  process.exit(2);
}

const repo = resolve(values.repo);
const name = basename(repo);
const wanted = Number(values.commits);
const head = git(repo, 'rev-parse', 'HEAD').trim();
const history = cached(
  join(values.cache, 'history'),
  `${name}-${head.slice(0, 12)}-${wanted}`,
  ['history', 'commit-query', 'query-words'],
  () => historyOf(repo, wanted),
);
const index = await openIndex({ repo, commit: history.base, cache: values.cache, fresh: values.fresh });
try {
  const files = await index.files();
  process.stdout.write(
    `${name}: index of ${history.base.slice(0, 12)}, ${files.length} files; head ${head.slice(0, 12)}\n`,
  );
  if (values.only !== 'definitions') {
    const judged = await judgeHistory({ index, name, cache: values.cache, candidates: history.candidates, wanted });
    if (values.verbose) printQuestions(judged);
    printHistory(judged, history);
  }
} finally {
  await index.close();
}
