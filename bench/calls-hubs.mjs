/**
 * The symbols with the most callers in a repository, to be read: a name that everything seems to call may be a fabrication.
 *
 *   node bench/calls-hubs.mjs --repo PATH [--home FOLDER] [--top 10] [--language LANG]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isCallSite, targetsOf } from '../dist/query/calls/edge.js';
import { identity } from '../dist/query/calls/identity.js';
import { sourceFile } from '../dist/query/calls/source-file.js';
import { ProjectReader } from '../dist/query/ref-view.js';
import { openStore } from '../dist/store/open-store.js';
import { openRegistry } from '../dist/store/registry.js';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    home: { type: 'string' },
    top: { type: 'string', default: '10' },
    language: { type: 'string' },
  },
});
const root = resolve(values.repo);
const home = values.home ?? mkdtempSync(join(tmpdir(), 'calls-hubs-'));
try {
  if (values.home === undefined) {
    const env = { ...process.env, CODECOMPASS_HOME: home };
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../dist/main.js'), 'index'], { cwd: root, env });
  }
  const registry = await openRegistry(home);
  const { projectId } = await registry.find(root);
  await registry.close();
  const store = await openStore(home, projectId);
  const [ref] = await store.refs();
  await new ProjectReader(projectId, store).view(ref.name, printHubs);
  await store.close();
} finally {
  if (values.home === undefined) rmSync(home, { recursive: true });
}

async function printHubs(view) {
  const hubs = new Map();
  for (const file of (await view.files()).files) {
    if (values.language !== undefined && file.language !== values.language) continue;
    const sites = (await view.store.references(file)).filter(isCallSite);
    const source = sites.length > 0 ? await sourceFile(view, file) : undefined;
    for (const site of sites) {
      const { targets, confidence } = await targetsOf(view, source, site);
      for (const target of targets) {
        const hub = hubs.get(identity(target)) ?? { target, static: new Set(), heuristic: new Set(), examples: [] };
        hub[confidence].add(`${file.path} ${site.within}`);
        hub.examples.push(`${file.path}:${site.line}`);
        hubs.set(identity(target), hub);
      }
    }
  }
  const ranked = [...hubs.values()].sort((a, b) => b.static.size + b.heuristic.size - a.static.size - a.heuristic.size);
  for (const { target, static: proven, heuristic, examples } of ranked.slice(0, Number(values.top))) {
    const some = [0.1, 0.5, 0.9].map((share) => examples[Math.floor(share * examples.length)]);
    process.stdout.write(
      `${proven.size} + ${heuristic.size} guessed  ${target.kind} ${target.scope === '' ? '' : `${target.scope}.`}${target.name}  ` +
        `${target.path}:${target.lineStart}\n    ${some.join('  ')}\n`,
    );
  }
}
