/**
 * Measures answer quality on a repository: looks up definitions sampled from its index, and judges search by its
 * commit history against two baselines on the same files and questions. Never writes to the repository.
 *
 *   npm run bench:quality -- --repo PATH [--commits N] [--definitions N] [--seed S]
 *                            [--only history,definitions,latency] [--verbose] [--write] [--fresh] [--cache PATH]
 */
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cached } from './quality/cached.mjs';
import { sampleDefinitions } from './quality/definitions.mjs';
import { writeFigures } from './quality/figures-file.mjs';
import { git, historyOf } from './quality/history.mjs';
import { judgeDefinitions } from './quality/judge-definitions.mjs';
import { judgeHistory } from './quality/judge-history.mjs';
import { measureLatency } from './quality/latency.mjs';
import { openIndex } from './quality/open-index.mjs';
import {
  comparisonLines,
  definitionLines,
  historyLines,
  latencyLines,
  missLines,
  questionLines,
} from './quality/report.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '300' },
    definitions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    verbose: { type: 'boolean' },
    write: { type: 'boolean' },
    fresh: { type: 'boolean' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
const figuresFile = resolve(import.meta.dirname, '../test/quality/figures.txt');
const known = ['history', 'definitions', 'latency'];
const parts = values.only?.split(',') ?? known;
const whole = parts.includes('history') && parts.includes('definitions');
if (values.repo === undefined || parts.some((part) => !known.includes(part)) || (values.write && !whole)) {
  process.stderr.write('usage: npm run bench:quality -- --repo PATH [--commits N] [--definitions N] [--seed S]\n');
  process.exit(2);
}

// A closed pipe (`| head`) is not an error.
process.stdout.on('error', () => process.exit(0));

const repo = resolve(values.repo);
const name = basename(repo);
const { cache } = values;
const wanted = Number(values.commits);
const head = git(repo, 'rev-parse', 'HEAD').trim();
const historyModules = ['history', 'commit-query', 'content-words'].map((name) => `../../build/evaluate/${name}.js`);
const history = await cached(join(cache, 'history'), `${name}-${head.slice(0, 12)}-${wanted}`, historyModules, () =>
  historyOf(repo, wanted),
);
const index = await openIndex({ repo, commit: history.base, cache, fresh: values.fresh });
try {
  const figures = [await heading()];
  print(figures);
  let queries = [];
  if (parts.includes('history') || parts.includes('latency')) {
    const judged = await judgeHistory({ index, name, cache, candidates: history.candidates, wanted });
    queries = judged.questions.map(({ query }) => query);
    if (parts.includes('history')) {
      if (values.verbose) print(questionLines(judged));
      figures.push(...show(historyLines(judged, history)));
      print(comparisonLines(judged));
    }
  }
  const samples = await sampleDefinitions(index, Number(values.definitions), values.seed);
  if (parts.includes('definitions')) {
    const judged = await judgeDefinitions({ index, name, cache, samples });
    if (values.verbose) print(missLines(judged));
    figures.push(...show(definitionLines(judged)));
  }
  if (parts.includes('latency'))
    print(['latency, warm', ...latencyLines(await measureLatency(index, samples, queries))]);
  if (values.write) writeFigures(figuresFile, name, figures);
} finally {
  await index.close();
}

async function heading() {
  const files = await index.files();
  const commits = `index of commit ${history.base.slice(0, 12)} (${files.length} files), head ${head.slice(0, 12)}`;
  return `${name}: ${commits}, seed ${values.seed}`;
}

function show(lines) {
  print(lines);
  return lines;
}

function print(lines) {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
