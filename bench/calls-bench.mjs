/**
 * How far the edges of the call graph can be believed: call sites are drawn at random from a repository, an independent judge
 * says what each of them means, and what CodeCompass says is held against it.
 *
 *   node bench/calls-bench.mjs --repo PATH --language typescript|go|python|rust [--sites 300] [--seed 1] [--under FOLDER] [--show]
 *
 * Judges: TypeScript's checker; go/types (needs `go`); jedi (needs `pip install jedi`). For Rust the sites are only drawn and
 * printed with what they lead to, to be read.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isCallSite, targetsOf } from '../dist/query/calls/edge.js';
import { sourceFile } from '../dist/query/calls/source-file.js';
import { ProjectReader } from '../dist/query/ref-view.js';
import { openStore } from '../dist/store/open-store.js';
import { openRegistry } from '../dist/store/registry.js';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    language: { type: 'string' },
    sites: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
    home: { type: 'string' },
    show: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const root = resolve(values.repo);
const language = values.language;
const wanted = Number(values.sites);
const random = randomFrom(Number(values.seed));
const judges = { typescript: judgeTypescript, javascript: judgeTypescript, go: judgeGo, python: judgePython };

const home = values.home ?? mkdtempSync(join(tmpdir(), 'calls-bench-'));
try {
  if (values.home === undefined) index();
  const registry = await openRegistry(home);
  const { projectId } = await registry.find(root);
  await registry.close();
  const store = await openStore(home, projectId);
  const [ref] = await store.refs();
  await new ProjectReader(projectId, store).view(ref.name, measure);
  await store.close();
} finally {
  if (values.home === undefined) rmSync(home, { recursive: true });
}

async function measure(view) {
  const table = await view.files();
  const isWanted = ({ path, language: own, marks }) =>
    own === language && path.startsWith(values.under) && !marks.includes('vendored') && !marks.includes('generated');
  const files = shuffled(table.files.filter(isWanted));
  const judge = judges[language];
  if (judge === undefined) return printSites(view, files);
  const judged = shuffled(judge(files, table.files));
  const tally = {
    sites: 0,
    inside: 0,
    foundStatic: 0,
    foundHeuristic: 0,
    static: 0,
    staticRight: 0,
    heuristic: 0,
    heuristicRight: 0,
  };
  const wrong = [];
  const missed = [];
  for (const site of judged) {
    if (tally.sites >= wanted) break;
    if (site.target === 'unknown') continue;
    tally.sites++;
    const { targets, confidence } = await ours(view, table, site);
    const places = Array.isArray(site.target) ? site.target : [];
    const isRight = targets.some((target) => places.some((place) => isAt(target, place)));
    const isInside = places.length > 0 && places.some(({ path }) => table.byPath(path) !== undefined);
    if (isInside) tally.inside++;
    if (targets.length > 0) {
      tally[confidence]++;
      if (isRight) tally[`${confidence}Right`]++;
      if (isRight) tally[confidence === 'static' ? 'foundStatic' : 'foundHeuristic']++;
    }
    const shown = `${site.path}:${site.line} ${site.name}`;
    const target = typeof site.target === 'string' ? site.target : `${places[0].path}:${places[0].line}`;
    if (targets.length > 0 && confidence === 'static' && !isRight)
      wrong.push(`${shown} → ${nameOf(targets[0])}, judge: ${target}`);
    if (isInside && targets.length === 0) missed.push(`${shown}, judge: ${target}`);
  }
  print(tally, judged, wrong, missed);
}

async function ours(view, table, { path, line, name }) {
  const file = table.byPath(path);
  const none = { targets: [], confidence: 'static' };
  if (file === undefined) return none;
  const source = await sourceFile(view, file);
  const sites = (await view.store.referencesNamedIn(file, name)).filter(
    (site) => isCallSite(site) && site.kind !== 'value' && site.line === line,
  );
  for (const site of sites) {
    const found = await targetsOf(view, source, site);
    if (found.targets.length > 0) return found;
  }
  return none;
}

/** A constructor stands for its class. */
function isAt(symbol, { path, line, end }) {
  return (
    symbol.path === path &&
    ((symbol.lineStart <= line && line <= symbol.lineEnd) || (line <= symbol.lineStart && symbol.lineStart <= end))
  );
}

function judgeTypescript(files, all) {
  const request = {
    root,
    files: files.slice(0, 400).map(({ path }) => path),
    all: all.filter((file) => /^(?:type|java)script$/.test(file.language)).map(({ path }) => path),
  };
  return linesOf(
    spawn(
      process.execPath,
      ['--max-old-space-size=3000', join(import.meta.dirname, 'judges/judge-typescript.mjs')],
      request,
    ),
  );
}

function judgeGo(files) {
  const folder = mkdtempSync(join(tmpdir(), 'calls-judge-'));
  try {
    writeFileSync(join(folder, 'main.go'), readFileSync(join(import.meta.dirname, 'judges/judge-go.go.txt')));
    const program = join(folder, 'judge');
    spawn('go', ['build', '-o', program, join(folder, 'main.go')]);
    return linesOf(spawn(program, [root, ...files.slice(0, 80).map(({ path }) => path)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judgePython(files) {
  const request = {
    root,
    files: files.slice(0, wanted).map(({ path }) => path),
    perFile: 2,
    seed: Number(values.seed),
  };
  return linesOf(spawn('python3', [join(import.meta.dirname, 'judges/judge-python.py')], request));
}

function spawn(program, args, request) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input: request === undefined ? undefined : JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.slice(-2000)}`);
  return stdout;
}

function linesOf(output) {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

async function printSites(view, files) {
  let count = 0;
  for (const file of files) {
    if (count >= wanted) return;
    const sites = (await view.store.references(file)).filter((site) => isCallSite(site) && site.kind !== 'value');
    if (sites.length === 0) continue;
    const source = await sourceFile(view, file);
    const text = (await view.store.text(file)).split('\n');
    for (const site of shuffled(sites).slice(0, 2)) {
      const { targets, confidence, isUnresolved } = await targetsOf(view, source, site);
      const found =
        targets.length > 0
          ? `${confidence} ${targets.map(nameOf).join(' | ')}`
          : isUnresolved
            ? 'unresolved'
            : 'outside';
      process.stdout.write(
        `${++count}. ${file.path}:${site.line} ${site.name}\n     ${text[site.line - 1].trim()}\n     → ${found}\n`,
      );
    }
  }
}

function print(tally, judged, wrong, missed) {
  const share = (part, whole) =>
    whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;
  const found = tally.foundStatic + tally.foundHeuristic;
  if (values.json) process.stdout.write(`${JSON.stringify({ language, root, ...tally })}\n`);
  else {
    process.stdout.write(
      `${language}, ${root}: ${tally.sites} sites of ${judged.length} judged, ${tally.inside} of them call into the repository\n`,
    );
    process.stdout.write(`  precision of static edges     ${share(tally.staticRight, tally.static)}\n`);
    process.stdout.write(`  precision of heuristic edges  ${share(tally.heuristicRight, tally.heuristic)}\n`);
    process.stdout.write(`  recall of all edges           ${share(found, tally.inside)}\n`);
    process.stdout.write(`  recall of static edges        ${share(tally.foundStatic, tally.inside)}\n`);
  }
  if (!values.show) return;
  for (const line of wrong) process.stdout.write(`wrong   ${line}\n`);
  for (const line of missed) process.stdout.write(`missed  ${line}\n`);
}

function nameOf({ path, lineStart, scope, name }) {
  return `${path}:${lineStart} ${scope === '' ? '' : `${scope}.`}${name}`;
}

function index() {
  const program = resolve(import.meta.dirname, '../dist/main.js');
  const env = { ...process.env, CODECOMPASS_HOME: home };
  const { status, stderr } = spawnSync(process.execPath, [program, 'index', '--json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`codecompass index: ${stderr}`);
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items) {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}
