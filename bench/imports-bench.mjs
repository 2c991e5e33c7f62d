/**
 * Compares import resolution with an independent judge: TypeScript's resolver and checker, Python's path finder, Go's
 * build package. For Rust it prints a sample for manual review. Works on a clone, never writes to the repository and
 * runs none of its code.
 *
 *   node bench/imports-bench.mjs --repo PATH --judge typescript|python|go|rust [--list N] [--sample N] [--work PATH] [--json]
 *
 * `--work` keeps the clone and its index between runs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom, sample } from '../build/evaluate/random.js';
import { resolveImports } from '../build/query/resolve/names/resolve-imports.js';
import { ProjectReader } from '../build/query/view/ref-view.js';
import { openRegistry } from '../build/store/registry/registry.js';
import { openStore } from '../build/store/sqlite/open-store.js';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    judge: { type: 'string' },
    list: { type: 'string', default: '10' },
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    work: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const judges = { typescript: ['typescript', 'javascript'], python: ['python'], go: ['go'], rust: ['rust'] };
const languages = judges[values.judge];
if (values.repo === undefined || languages === undefined) {
  process.stderr.write('usage: node bench/imports-bench.mjs --repo PATH --judge typescript|python|go|rust\n');
  process.exit(2);
}

if (values.work !== undefined) mkdirSync(values.work, { recursive: true });
const work = realpathSync(values.work ?? mkdtempSync(join(tmpdir(), 'codecompass-imports-')));
try {
  const root = join(work, basename(resolve(values.repo)));
  const home = join(work, 'home');
  if (!existsSync(root)) {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', resolve(values.repo), root]);
    execFileSync('git', ['-C', root, 'read-tree', 'HEAD']);
    // Objects may be missing from a partial clone; the files that exist are enough.
    spawnSync('git', ['-C', root, 'checkout-index', '--all', '--force', '--quiet']);
  }
  // Index before judging: some judges add symlinks to the clone.
  const program = resolve(import.meta.dirname, '../dist/main.js');
  const env = { ...process.env, CODECOMPASS_HOME: home };
  execFileSync(process.execPath, [program, 'index'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });

  const { imports, ms, slowestMs } = await ours(home, root);
  const figures = { repository: basename(root), imports: imports.length, ms: Math.round(ms), slowestFileMs: slowestMs };
  if (values.judge === 'rust') printSample(imports);
  else {
    const { judge } = await import(`./judge-${values.judge}.mjs`);
    score(figures, await judge(root, imports, work));
  }
} finally {
  if (values.work === undefined) rmSync(work, { recursive: true, force: true });
}

/** Returns every import of the languages with its resolved files and symbols. */
async function ours(home, root) {
  const registry = await openRegistry(home);
  const { projectId } = await registry.find(root);
  await registry.close();
  const store = await openStore(home, projectId);
  const [ref] = await store.refs();
  const imports = [];
  let slowestMs = 0;
  const start = performance.now();
  await new ProjectReader(projectId, store).view(ref.name, async (view) => {
    for (const file of (await view.files()).files) {
      if (!languages.includes(file.language)) continue;
      const fileStart = performance.now();
      for (const { fact, files, symbols } of await resolveImports(view, file)) {
        imports.push({
          path: file.path,
          ...fact,
          files: files.map((each) => each.path),
          modules: files.map((each) => each.module),
          symbols: symbols.map((symbol) => ({ path: symbol.path, name: symbol.name, line: symbol.lineStart })),
        });
      }
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - fileStart));
    }
  });
  const ms = performance.now() - start;
  await store.close();
  return { imports, ms, slowestMs };
}

/** A judge returns `agree` or a kind of difference per import and question, and skips imports it cannot resolve. */
function score(figures, verdicts) {
  const counts = {};
  for (const { question, verdict } of verdicts) {
    counts[question] ??= {};
    counts[question][verdict] = (counts[question][verdict] ?? 0) + 1;
  }
  const questions = Object.entries(counts).map(([question, byVerdict]) => {
    const judged = Object.values(byVerdict).reduce((sum, count) => sum + count, 0);
    return { question, judged, agreement: ((100 * (byVerdict.agree ?? 0)) / judged).toFixed(2), ...byVerdict };
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ ...figures, questions }, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  for (const question of questions) process.stdout.write(`${JSON.stringify(question)}\n`);
  const random = randomFrom(values.seed);
  for (const [question, byVerdict] of Object.entries(counts)) {
    for (const verdict of Object.keys(byVerdict)) {
      if (verdict === 'agree') continue;
      const cases = verdicts.filter((each) => each.question === question && each.verdict === verdict);
      for (const { each, theirs } of sample(cases, Number(values.list), random)) {
        const own = [
          ...each.files.slice(0, 2),
          ...each.symbols.slice(0, 2).map((symbol) => `${symbol.path}#${symbol.name}`),
        ];
        process.stdout.write(
          `  ${question} ${verdict}: ${each.path}:${each.lineStart} ${each.source} ${each.name ?? ''}\n      ours ${own.join(' ') || 'nothing'}\n      theirs ${theirs ?? 'nothing'}\n`,
        );
      }
    }
  }
}

function printSample(imports) {
  const random = randomFrom(values.seed);
  // The standard library is never in the repository, so those imports need no review.
  const own = imports.filter(({ source }) => !/^(?:std|core|alloc)(?:::|$)/.test(source));
  for (const each of sample(own, Number(values.sample), random)) {
    const names = each.symbols.map((symbol) => `${symbol.path}:${symbol.line} ${symbol.name}`);
    const name = each.name === undefined ? '' : `::${each.name}`;
    process.stdout.write(
      `${each.path}:${each.lineStart}  use ${each.source}${name}\n    ${[each.files.join(' '), ...names].join(' > ') || 'nothing'}\n`,
    );
  }
}
