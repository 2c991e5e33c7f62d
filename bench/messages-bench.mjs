/**
 * Measures search on pasted messages: errors and log lines of a repository are filled with values and asked without
 * quotes, as a user pastes them. A case is right at k if one of the first k results contains the place that prints the
 * message.
 *
 *   npm run bench:messages -- --repo PATH [--repo PATH …] [--cases N] [--seed S] [--cache PATH] [--list] [--misses]
 */
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom, sample } from '../build/evaluate/random.js';
import { pasted } from './messages/pasted.mjs';
import { printedMessages } from './messages/printed-messages.mjs';
import { git } from './quality/history.mjs';
import { openIndex } from './quality/open-index.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true },
    cases: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
    list: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
if (values.repo === undefined) {
  process.stderr.write('usage: npm run bench:messages -- --repo PATH [--repo PATH …] [--cases N] [--seed S]\n');
  process.exit(2);
}

const cutoffs = [1, 2, 10];
const all = [];
for (const path of values.repo) {
  const repo = resolve(path);
  const commit = git(repo, 'rev-parse', 'HEAD').trim();
  const index = await openIndex({ repo, commit, cache: values.cache });
  try {
    const judged = [];
    for (const each of await casesOf(index)) judged.push(await judge(index, each));
    report(basename(repo), judged);
    all.push(...judged);
  } finally {
    await index.close();
  }
}
if (values.repo.length > 1) report('all', all);

/** Messages of the repository's own code; every place with the same pieces is right. */
async function casesOf(index) {
  const byPieces = new Map();
  for (const file of await index.files()) {
    if (file.labels.length > 0 || file.language === 'text') continue;
    if (/(?:^|\/)(?:tests?|testdata|examples?|docs?|bench\w*|t|scripts)\//i.test(file.path)) continue;
    const text = await index.view((view) => view.store.text(file));
    for (const message of printedMessages(text)) {
      const key = JSON.stringify(message.pieces);
      const known = byPieces.get(key) ?? { ...message, places: [] };
      byPieces.set(key, known);
      known.places.push({ path: file.path, lineStart: message.lineStart, lineEnd: message.lineEnd });
    }
  }
  const random = randomFrom(values.seed);
  const drawn = sample([...byPieces.values()], Number(values.cases), random);
  return drawn.map((message) => ({ ...message, query: pasted(message, random) }));
}

async function judge(index, { query, places, pieces, isJoined }) {
  const startedMs = performance.now();
  const { results, query_intent: intent } = await index.ask('search', { query, limit: 10 });
  const ms = performance.now() - startedMs;
  const holds = (result) =>
    result.result_type !== 'file' &&
    places.some(
      ({ path, lineStart, lineEnd }) =>
        result.path === path && result.line_start <= lineEnd && lineStart <= result.line_end,
    );
  const rank = results.findIndex(holds) + 1 || Number.POSITIVE_INFINITY;
  const hasHoles = pieces.includes(undefined);
  if (values.list || (values.misses && rank > 2)) {
    const [{ path, lineStart }] = places;
    const [first] = results;
    process.stdout.write(
      `${String(rank === Number.POSITIVE_INFINITY ? '-' : rank).padStart(3)} ${intent.slice(0, 4)} ${query}\n` +
        `      ${path}:${lineStart}${first === undefined ? '' : ` ← ${first.path}:${first.line_start} ${first.score}`}\n`,
    );
  }
  return { rank, ms, kind: isJoined ? 'joined' : hasHoles ? 'values' : 'verbatim' };
}

function report(name, judged) {
  const times = judged.map(({ ms }) => ms).sort((x, y) => x - y);
  const p = (q) => (times[Math.min(times.length - 1, Math.floor(q * times.length))] ?? 0).toFixed(0);
  process.stdout.write(`${name}: @1 @2 @10; p50 ${p(0.5)} ms, p95 ${p(0.95)} ms\n`);
  for (const kind of ['verbatim', 'values', 'joined', 'all']) {
    const some = judged.filter((each) => kind === 'all' || each.kind === kind);
    const share = (k) => (some.length === 0 ? 0 : some.filter(({ rank }) => rank <= k).length / some.length).toFixed(2);
    process.stdout.write(`  ${kind.padEnd(9)} ${cutoffs.map(share).join(' ')}  (${some.length} cases)\n`);
  }
}
