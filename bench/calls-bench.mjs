/**
 * Measures the precision and recall of call graph edges. Draws call sites at random from those an independent judge
 * finds in a repository, and compares the targets that the judge and CodeCompass resolve.
 *
 *   npm run bench:calls -- --repo PATH --language typescript|javascript|go|python|rust [--sites 300] [--seed 1]
 *                          [--under FOLDER] [--beside FOLDER]… [--show] [--json] [--cache PATH]
 *
 * Judges: TypeScript's checker; go/types (needs `go`); jedi (needs `pip install jedi`); rustc through rustdoc (needs
 * both). The working tree must match HEAD. `--beside` names folders with the dependencies of a Rust repository.
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom, sample } from '../build/evaluate/random.js';
import { isCallSite, targetsOf } from '../build/query/resolve/calls/edge.js';
import { identity } from '../build/query/resolve/calls/resolve-site.js';
import { sourceFile } from '../build/query/resolve/names/source-file.js';
import { judges } from './judges/judges.mjs';
import { openIndex } from './quality/open-index.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    language: { type: 'string' },
    sites: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
    beside: { type: 'string', multiple: true, default: [] },
    show: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
const { language, seed } = values;
const judge = judges[language];
if (values.repo === undefined || judge === undefined) {
  process.stderr.write(`usage: npm run bench:calls -- --repo PATH --language ${Object.keys(judges).join('|')}\n`);
  process.exit(2);
}
const root = resolve(values.repo);
const wanted = Number(values.sites);
const random = randomFrom(seed);

const commit = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const index = await openIndex({ repo: root, commit, cache: values.cache });
await index.view(measure);
await index.close();

async function measure(view) {
  const table = await view.files();
  const isWanted = ({ path, language: own, labels }) =>
    own === language && path.startsWith(values.under) && !labels.includes('vendored') && !labels.includes('generated');
  const files = shuffled(table.files.filter(isWanted)).map(({ path }) => path);
  const all = table.files.map(({ path }) => path);
  const request = { root, files, all, beside: values.beside.map((each) => resolve(each)), wanted, seed };
  const drawn = new Set(files);
  const judged = shuffled(distinct(judge(request).filter(({ path }) => drawn.has(path))));
  const tally = {
    sites: 0,
    inside: 0,
    found: 0,
    foundStatic: 0,
    static: 0,
    staticRight: 0,
    heuristic: 0,
    heuristicRight: 0,
  };
  const shown = [];
  for (const site of judged) {
    if (tally.sites >= wanted) break;
    tally.sites++;
    const places = Array.isArray(site.target) ? site.target : [];
    const { targets, confidence } = await ours(view, table, site);
    const fits = await Promise.all(targets.map((target) => fitOf(view, target, site)));
    const isRight = fits.some((each) => each !== undefined);
    const isInside = places.some(({ path }) => table.byPath(path) !== undefined);
    if (isInside) tally.inside++;
    if (isInside && isRight) tally.found++;
    if (isInside && isRight && confidence === 'static') tally.foundStatic++;
    if (targets.length > 0) tally[confidence]++;
    if (targets.length > 0 && isRight) tally[`${confidence}Right`]++;
    const verdict = verdictOf(targets, confidence, isRight, isInside) ?? (fits.includes('impl') ? 'impl' : undefined);
    const theirs = places.length > 0 ? `${places[0].path}:${places[0].line}` : site.target;
    const own = targets.length > 0 ? ` → ${nameOf(targets[0])}` : '';
    if (verdict !== undefined)
      shown.push(`${verdict.padEnd(8)}${site.path}:${site.line} ${site.name}${own}, judge: ${theirs}`);
  }
  print(tally, judged.length, shown);
}

/** Drops sites the judge cannot resolve, and calls of the same name on one line with different targets. */
function distinct(sites) {
  const byPlace = new Map();
  for (const site of sites) {
    const key = `${site.path} ${site.line} ${site.name}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), site]);
  }
  const isOne = (group) => group.every(({ target }) => JSON.stringify(target) === JSON.stringify(group[0].target));
  return [...byPlace.values()]
    .filter(isOne)
    .map(([site]) => site)
    .filter(({ target }) => target !== 'unknown');
}

async function ours(view, table, { path, line, name }) {
  const file = table.byPath(path);
  const source = await sourceFile(view, file);
  const sites = (await view.store.referencesNamedIn(file, name)).filter(
    (site) => isCallSite(site) && site.kind !== 'value' && site.line === line,
  );
  for (const site of sites) {
    const found = await targetsOf(view, source, site);
    if (found.targets.length > 0) return found;
  }
  return { targets: [], confidence: 'static' };
}

/**
 * How a target matches the judge's places: it is the innermost function there, the class of a constructor, or the
 * `impl` method of a trait method that the judge names.
 */
async function fitOf(view, target, { target: places, trait }) {
  const own = (await symbolsAt(view, target.path))[target.parent];
  const isOfTrait = (name) => own?.kind === 'impl' && new RegExp(`\\b${name}\\b.* for `, 's').test(own.signature);
  if (trait !== undefined && isOfTrait(trait)) return 'impl';
  for (const { path, line, end } of Array.isArray(places) ? places : []) {
    const symbols = await symbolsAt(view, path);
    const around = symbols.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
    if (target.path === path) {
      if (line <= target.lineStart && target.lineStart <= end) return 'same';
      const inner = around.findLast(({ kind }) => kind === 'fn' || kind === 'method');
      if (around.some(({ id }) => id === target.id) && (inner === undefined || isInside(target, inner))) return 'same';
      // Declarations with the same name in one scope are one node of the graph.
      if (inner !== undefined && identity(inner) === identity(target)) return 'same';
    }
    const holder = around.find(({ kind }) => kind === 'trait');
    if (holder !== undefined && isOfTrait(holder.name)) return 'impl';
  }
  return undefined;
}

async function symbolsAt(view, path) {
  const file = (await view.files()).byPath(path);
  return file === undefined ? [] : view.store.symbols(file);
}

function isInside(target, inner) {
  return inner.id === target.id || ['class', 'struct', 'enum', 'interface', 'type'].includes(target.kind);
}

function verdictOf(targets, confidence, isRight, isInside) {
  if (targets.length > 0 && !isRight) return confidence === 'static' ? 'wrong' : 'guessed';
  return isInside && targets.length === 0 ? 'missed' : undefined;
}

function print(tally, judged, shown) {
  const share = (part, whole) =>
    whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
  if (values.json) process.stdout.write(`${JSON.stringify({ language, root, commit, seed, ...tally })}\n`);
  else {
    process.stdout.write(
      `${language}, ${root} at ${commit.slice(0, 12)}, seed ${seed}: ${tally.sites} sites of ${judged} judged, ` +
        `${tally.inside} of them call into the repository\n` +
        `  precision of static edges     ${share(tally.staticRight, tally.static)}\n` +
        `  precision of heuristic edges  ${share(tally.heuristicRight, tally.heuristic)}\n` +
        `  recall of all edges           ${share(tally.found, tally.inside)}\n` +
        `  recall of static edges        ${share(tally.foundStatic, tally.inside)}\n`,
    );
  }
  if (values.show) for (const line of shown.sort()) process.stdout.write(`${line}\n`);
}

function nameOf({ path, lineStart, scope, name }) {
  return `${path}:${lineStart} ${scope === '' ? '' : `${scope}.`}${name}`;
}

function shuffled(items) {
  return sample(items, items.length, random);
}
