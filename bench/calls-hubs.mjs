/**
 * Prints the symbols with the most callers, for review: a symbol that everything seems to call may be a resolution
 * error.
 *
 *   npm run bench:calls:hubs -- --repo PATH [--top 10] [--callers 10] [--seed 1] [--language LANG] [--cache PATH]
 *
 * Prints random callers of each symbol with their source lines, static and heuristic ones separately.
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom, sample } from '../build/evaluate/random.js';
import { isCallSite, targetsOf } from '../build/query/resolve/calls/edge.js';
import { identity } from '../build/query/resolve/calls/resolve-site.js';
import { sourceFile } from '../build/query/resolve/names/source-file.js';
import { openIndex } from './quality/open-index.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    top: { type: 'string', default: '10' },
    callers: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    language: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
  },
});
const repo = resolve(values.repo);
const commit = execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const index = await openIndex({ repo, commit, cache: values.cache });
await index.view(printHubs);
await index.close();

async function printHubs(view) {
  const random = randomFrom(values.seed);
  const hubs = new Map();
  for (const file of (await view.files()).files) {
    if (values.language !== undefined && file.language !== values.language) continue;
    const sites = (await view.store.references(file)).filter(isCallSite);
    const source = sites.length > 0 ? await sourceFile(view, file) : undefined;
    for (const site of sites) {
      const { targets, confidence } = await targetsOf(view, source, site);
      for (const target of targets) {
        const hub = hubs.get(identity(target)) ?? { target, static: new Map(), heuristic: new Map() };
        hub[confidence].set(`${file.path} ${site.within}`, { file, site });
        hubs.set(identity(target), hub);
      }
    }
  }
  const ranked = [...hubs.values()].sort((a, b) => b.static.size + b.heuristic.size - a.static.size - a.heuristic.size);
  for (const { target, static: proven, heuristic } of ranked.slice(0, Number(values.top))) {
    const scope = target.scope === '' ? '' : `${target.scope}.`;
    process.stdout.write(
      `${proven.size} + ${heuristic.size} guessed  ${target.kind} ${scope}${target.name}  ${target.path}:${target.lineStart}\n`,
    );
    const shown = (found, mark) =>
      printCallers(view, sample([...found.values()], Number(values.callers), random), mark);
    await shown(proven, ' ');
    await shown(heuristic, '?');
  }
}

async function printCallers(view, callers, mark) {
  for (const { file, site } of callers) {
    const line = (await view.store.text(file)).split('\n')[site.line - 1].trim().slice(0, 140);
    process.stdout.write(`  ${mark} ${file.path}:${site.line} ${site.kind}  ${line}\n`);
  }
}
