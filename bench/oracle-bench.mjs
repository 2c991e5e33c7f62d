/**
 * Compares the definitions in the index of a repository with those that an independent judge finds in the same text:
 * recall per language, and what differs, grouped by kind, with examples.
 *
 *   npm run bench:oracles -- --repo PATH [--language NAME] [--examples N] [--fresh] [--cache PATH]
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareDefinitions } from './oracles/compare-definitions.mjs';
import { oracles } from './oracles/oracles.mjs';
import { openIndex } from './quality/open-index.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    language: { type: 'string' },
    examples: { type: 'string', default: '3' },
    fresh: { type: 'boolean' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
if (values.repo === undefined || (values.language !== undefined && !(values.language in oracles))) {
  process.stderr.write(`usage: npm run bench:oracles -- --repo PATH [--language ${Object.keys(oracles).join('|')}]\n`);
  process.exit(2);
}

const repo = resolve(values.repo);
const commit = execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const index = await openIndex({ repo, commit, cache: values.cache, fresh: values.fresh });
try {
  const all = await index.files();
  print(`${basename(repo)} at ${commit.slice(0, 12)}`);
  for (const [language, oracle] of Object.entries(oracles)) {
    if (values.language !== undefined && values.language !== language) continue;
    const files = all.filter((file) => file.language === language && file.outcome !== 'none');
    if (files.length > 0) report(language, oracle, await compareFiles(files, oracle));
  }
} finally {
  await index.close();
}

async function compareFiles(files, { definitions, kinds }) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const total = { files: 0, refused: [], kinds: {}, missing: {}, extra: {} };
  for await (const answer of definitions(texts(files))) {
    if (answer.error !== undefined) {
      total.refused.push(`${answer.path}: ${answer.error}`);
      continue;
    }
    total.files++;
    const symbols = await index.view((view) => view.store.symbols(byPath.get(answer.path)));
    const { found, missing, extra } = compareDefinitions(answer.definitions, symbols, kinds);
    for (const { kind } of found) count(total.kinds, kind).found++;
    for (const definition of missing) {
      count(total.kinds, definition.kind).missing++;
      const { nearest } = definition;
      const group = `${definition.kind}${nearest ? `, in the index as ${nearest.kind}` : ''}`;
      note(total.missing, group, `${answer.path}:${definition.line} ${definition.name}`);
    }
    for (const symbol of extra) note(total.extra, symbol.kind, `${answer.path}:${symbol.lineStart} ${symbol.name}`);
  }
  return total;
}

async function* texts(files) {
  for (const file of files) yield { path: file.path, text: await index.view((view) => view.store.text(file)) };
}

function count(kinds, kind) {
  kinds[kind] ??= { found: 0, missing: 0 };
  return kinds[kind];
}

/** Counts a difference and keeps the first examples, one per file. */
function note(groups, group, example) {
  groups[group] ??= { count: 0, examples: [] };
  groups[group].count++;
  const { examples } = groups[group];
  const file = example.slice(0, example.indexOf(':'));
  if (examples.length < Number(values.examples) && !examples.some((each) => each.startsWith(`${file}:`))) {
    examples.push(example);
  }
}

function report(language, { judge }, { files, refused, kinds, missing, extra }) {
  const rows = Object.entries(kinds).sort(([, a], [, b]) => b.found + b.missing - a.found - a.missing);
  const sum = rows.reduce((all, [, { found, missing: lost }]) => [all[0] + found, all[1] + found + lost], [0, 0]);
  print(`${language} against ${judge}: ${files} files, recall ${percent(...sum)} of ${sum[1]} definitions`);
  for (const [kind, { found, missing: lost }] of rows) {
    print(`  ${kind.padEnd(20)} ${percent(found, found + lost).padStart(9)} of ${found + lost}`);
  }
  if (refused.length > 0)
    print(`  refused by the judge: ${refused.length} files, such as ${refused.slice(0, 3).join('; ')}`);
  printGroups('missing from the index', missing);
  printGroups('only in the index', extra);
}

function printGroups(title, groups) {
  for (const [group, { count: times, examples }] of Object.entries(groups).sort(([, a], [, b]) => b.count - a.count)) {
    print(`  ${title}: ${times} × ${group}`);
    for (const example of examples) print(`      ${example}`);
  }
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
