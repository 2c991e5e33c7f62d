/**
 * Measures the precision and recall of `find_references`. Draws symbols at random, a third of them fields, constants
 * and variables, and compares their uses with those that an independent judge finds.
 *
 *   npm run bench:references -- --repo PATH --language typescript|javascript|go|python|rust [--symbols 300] [--seed 1]
 *                               [--under FOLDER] [--beside FOLDER]… [--pyright PATH] [--show] [--json] [--cache PATH]
 *
 * Judges: TypeScript's checker; go/types (needs `go`); pyright (`--pyright` is its langserver.index.js); rustc through
 * rustdoc's links, and for fields through the errors of a build in which the field has another name. The working tree
 * must match HEAD. `--beside` names folders with the dependencies of a Rust repository.
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom, sample } from '../build/evaluate/random.js';
import { collectReferences } from '../build/query/references/collect-references.js';
import { referenceTarget } from '../build/query/references/reference-target.js';
import { sortOut } from '../build/query/references/sort-occurrences.js';
import { identity } from '../build/query/resolve/calls/resolve-site.js';
import { openIndex } from './quality/open-index.mjs';
import { judges } from './references/judges.mjs';
import { Tally } from './references/tally.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    language: { type: 'string' },
    symbols: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
    beside: { type: 'string', multiple: true, default: [] },
    pyright: { type: 'string' },
    show: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
const { language, seed } = values;
const judge = judges[language];
if (values.repo === undefined || judge === undefined) {
  process.stderr.write(`usage: npm run bench:references -- --repo PATH --language ${Object.keys(judges).join('|')}\n`);
  process.exit(2);
}
const root = resolve(values.repo);
const commit = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const index = await openIndex({ repo: root, commit, cache: values.cache });
await index.view(measure);
await index.close();

async function measure(view) {
  const files = (await view.files()).files.filter((file) => file.language === language);
  const drawn = [];
  for (const symbols of await draw(view, files)) drawn.push(await ours(view, symbols));
  const request = {
    root,
    files: files.map(({ path }) => path),
    symbols: drawn.map(({ name, kind, declared }) => ({ name, kind, declared })),
    beside: values.beside.map((each) => resolve(each)),
    pyright: values.pyright,
  };
  const tally = new Tally(await judge(request));
  for (const each of drawn) tally.add(each);
  const head = `${language}, ${root} at ${commit.slice(0, 12)}, seed ${seed}: ${drawn.length} symbols`;
  if (values.json) process.stdout.write(`${JSON.stringify({ language, root, commit, seed, ...tally.figures() })}\n`);
  else process.stdout.write(`${head}\n${tally.report()}`);
  if (values.show) for (const line of tally.mismatches.sort()) process.stdout.write(`${line}\n`);
}

/** Draws symbols, each as all its declarations. */
async function draw(view, files) {
  const isUsual = ({ path, labels }) =>
    path.startsWith(values.under) && !labels.includes('vendored') && !labels.includes('generated');
  const groups = new Map();
  for (const file of files.filter(isUsual)) {
    for (const symbol of await view.store.symbols(file)) {
      if (symbol.kind === 'impl' || symbol.kind === 'module' || !/^[\p{L}_$]/u.test(symbol.name)) continue;
      groups.set(identity(symbol), [...(groups.get(identity(symbol)) ?? []), symbol]);
    }
  }
  const random = randomFrom(seed);
  const all = [...groups.values()];
  const isValue = ([{ kind }]) => ['field', 'const', 'static', 'variable'].includes(kind);
  const wanted = Number(values.symbols);
  const some = (list, count) => sample(list, Math.min(list.length, Math.round(count)), random);
  return [
    ...some(all.filter(isValue), wanted / 3),
    ...some(
      all.filter((each) => !isValue(each)),
      (2 * wanted) / 3,
    ),
  ];
}

/** What CodeCompass says of one symbol: each place of its name, as `path:line:column`. */
async function ours(view, symbols) {
  const [{ name, kind, scope, path, lineStart }] = symbols;
  const target = await referenceTarget(view, symbols);
  const { occurrences } = await collectReferences(view, target);
  const sorted = sortOut(target, occurrences);
  const keyOf = (each) => `${each.file.path}:${each.line}:${each.column}`;
  const found = new Map();
  for (const each of sorted.uses) if (each.use !== 'mention') found.set(keyOf(each), sorted.confidence(each));
  const places = new Map(occurrences.map((each) => [keyOf(each), each]));
  const declared = occurrences.filter(({ use, meaning }) => use === 'definition' && meaning === 'target').map(keyOf);
  const title = `${scope === '' ? '' : `${scope}.`}${name} (${kind}, ${path}:${lineStart})`;
  return { name, kind, title, declared, found, places };
}
