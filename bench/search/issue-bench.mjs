/** Judges search by issues: the share of cases whose right files and functions are all among the first k. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { variantsOf } from './ablations.mjs';
import { openCases } from './case-store.mjs';
import { issueCases } from './issue-cases.mjs';
import { judgeIssues } from './issue-judge.mjs';
import { issueSets } from './issue-sets.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    tasks: { type: 'string', multiple: true },
    repos: { type: 'string', default: '.' },
    half: { type: 'string', default: 'tuning' },
    ablate: { type: 'boolean', default: true },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-issues') },
    only: { type: 'string', multiple: true },
  },
});

const variants = variantsOf(values.ablate);
const all = [];
for (const [language, repositories] of Object.entries(issueSets[values.half])) {
  for (const [repository, wanted] of Object.entries(repositories)) {
    if (values.only !== undefined && !values.only.includes(repository)) continue;
    const source = sourceOf(repository);
    if (source === undefined) {
      process.stderr.write(`${repository} is not in ${values.repos}\n`);
      continue;
    }
    const cases = issueCases({ tasks: values.tasks, repository, wanted });
    const store = await openCases({ source, repository, cases, cache: values.cache });
    const judged = await judgeIssues({ store, cases, language, variants });
    all.push(...judged);
    report(repository, judged);
  }
}
for (const language of new Set(all.map((each) => each.language))) {
  report(
    language,
    all.filter((each) => each.language === language),
  );
}
for (const [name, from, to] of [
  ['up to 1,000 characters', 0, 1_000],
  ['1,000 to 3,000', 1_000, 3_000],
  ['more than 3,000', 3_000, Number.POSITIVE_INFINITY],
]) {
  report(
    name,
    all.filter(({ length }) => length > from && length <= to),
  );
}
report('all', all);
const times = all.map(({ ms }) => ms).sort((x, y) => x - y);
const p = (q) => (times[Math.min(times.length - 1, Math.floor(q * times.length))] ?? 0).toFixed(0);
process.stdout.write(`A search takes p50 ${p(0.5)} ms, p95 ${p(0.95)} ms, the first of each ref.\n`);

function sourceOf(repository) {
  const [, name] = repository.split('/');
  const places = [join(values.repos, repository.replace('/', '+'), 'repo'), join(values.repos, name)];
  const clone = join(values.cache, 'clones', `${repository.replace('/', '__')}.git`);
  return [...places, clone].find((path) => existsSync(path));
}

function report(name, judged) {
  if (judged.length === 0) return;
  process.stdout.write(`${name}: ${judged.length} cases, all right places among the first 1, 5, 10\n`);
  for (const variant of Object.keys(judged[0].ranks)) {
    const ranks = judged.map((each) => each.ranks[variant]);
    process.stdout.write(
      `  ${variant.padEnd(38)} files ${shares(ranks, 'files')}   functions ${shares(ranks, 'functions')}\n`,
    );
  }
}

function shares(ranks, what) {
  const known = ranks.map((each) => each[what]).filter((rank) => rank !== undefined);
  return [1, 5, 10]
    .map((k) => (known.filter((rank) => rank <= k).length / Math.max(1, known.length)).toFixed(2))
    .join(' ');
}
