/**
 * Measures search by questions in other words than the code: functions lose their doc comments, and the first sentences
 * of these are the questions. Compares search with and without vectors. Never writes to the repositories.
 *
 *   npm run bench:vectors -- --repo PATH [--repo PATH …] [--questions N] [--seed S] [--cache PATH] [--list]
 */
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openIndex } from './quality/open-index.mjs';
import { withoutDocs } from './search/without-docs.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    questions: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-vectors') },
    list: { type: 'boolean', default: false },
  },
});
const ways = { words: { vectors: false }, both: { vectors: true } };
const totals = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
for (const path of values.repo) {
  const { repo, commit, questions } = await withoutDocs({
    repo: resolve(path),
    wanted: Number(values.questions),
    seed: values.seed,
    cache: values.cache,
  });
  const index = await openIndex({ repo, commit, cache: values.cache });
  try {
    const name = `${basename(dirname(resolve(path)))}/${basename(resolve(path))}`;
    for (const [way, settings] of Object.entries(ways)) {
      const ranks = [];
      const times = [];
      for (const question of questions) {
        const started = performance.now();
        const { results } = await index.ask('search', { query: question.query, limit: 50 }, settings);
        times.push(performance.now() - started);
        const at = results.findIndex(
          (each) =>
            each.path === question.path && each.line_start === question.lineStart && each.name === question.name,
        );
        ranks.push(at === -1 ? Number.POSITIVE_INFINITY : at + 1);
        if (values.list) process.stdout.write(`${way} ${at + 1}\t${question.name}\t${question.query}\n`);
      }
      totals[way].push(...ranks);
      report(name, way, ranks, times);
    }
  } finally {
    await index.close();
  }
}
if (values.repo.length > 1) for (const [way, ranks] of Object.entries(totals)) report('all', way, ranks);

function report(name, way, ranks, times) {
  const share = (k) => (ranks.filter((rank) => rank <= k).length / ranks.length).toFixed(3);
  const mrr = (ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toFixed(3);
  const took = times?.sort((a, b) => a - b);
  const ms = took === undefined ? '' : `  p50 ${took[took.length >> 1]?.toFixed(0)} ms`;
  process.stdout.write(
    `${name}  ${way}: ${ranks.length} questions  R@1 ${share(1)}  R@10 ${share(10)}  MRR ${mrr}${ms}\n`,
  );
}
