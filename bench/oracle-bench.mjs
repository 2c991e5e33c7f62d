/**
 * Compares the definitions in an index with those an independent judge finds in the same text. Prints recall per
 * language, and the differences by kind with examples.
 *
 *   npm run bench:oracles -- --repo PATH [--language NAME] [--examples N] [--fresh] [--cache PATH]
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareDefinitions, explain } from './oracles/compare-definitions.mjs';
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

async function compareFiles(files, { definitions, kinds, differences }) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const total = { files: 0, refused: [], kinds: {}, explained: {}, missing: {}, extra: {} };
  for await (const answer of definitions(texts(files))) {
    if (answer.error !== undefined) {
      total.refused.push(`${answer.path}: ${answer.error}`);
      continue;
    }
    total.files++;
    const file = byPath.get(answer.path);
    const symbols = await index.view((view) => view.store.symbols(file));
    const { found, missing, extra } = compareDefinitions(answer.definitions, symbols, kinds);
    for (const { kind } of found) count(total.kinds, kind).found++;
    const { lines, imports } = missing.length === 0 ? {} : await linesAndImports(file);
    for (const definition of missing) {
      const example = `${answer.path}:${definition.line} ${definition.name}`;
      const why = explain(definition, { text: lines[definition.line - 1], symbols, imports }, differences);
      count(total.kinds, definition.kind)[why === undefined ? 'missing' : 'explained']++;
      if (why === undefined) note(total.missing, groupOf(definition), example);
      else note(total.explained, why, example);
    }
    for (const symbol of extra) note(total.extra, symbol.kind, `${answer.path}:${symbol.lineStart} ${symbol.name}`);
  }
  return total;
}

function linesAndImports(file) {
  return index.view(async ({ store }) => ({
    lines: (await store.text(file)).split('\n'),
    imports: await store.imports(file),
  }));
}

async function* texts(files) {
  for (const file of files) yield { path: file.path, text: await index.view((view) => view.store.text(file)) };
}

function groupOf({ kind, nearest }) {
  return nearest === undefined ? kind : `${kind}, in the index as ${nearest.kind}`;
}

function count(kinds, kind) {
  kinds[kind] ??= { found: 0, missing: 0, explained: 0 };
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

function report(language, { judge }, { files, refused, kinds, explained, missing, extra }) {
  const all = (key) => Object.values(kinds).reduce((sum, each) => sum + each[key], 0);
  const whole = all('found') + all('missing') + all('explained');
  const without = all('found') + all('missing');
  print(`${language} against ${judge}: ${files} files, ${whole} definitions`);
  print(`  recall ${percent(all('found'), whole)}, ${percent(all('found'), without)} without explained differences`);
  const rows = Object.entries(kinds).map(([kind, each]) => [kind, each, each.found + each.missing + each.explained]);
  for (const [kind, { found }, times] of rows.sort(([, , a], [, , b]) => b - a)) {
    print(`    ${kind.padEnd(18)} ${percent(found, times).padStart(9)} of ${times}`);
  }
  if (refused.length > 0)
    print(`  rejected by the judge: ${refused.length} files, such as ${refused.slice(0, 3).join('; ')}`);
  printGroups('explained', explained);
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
