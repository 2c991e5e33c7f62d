/**
 * One index for all cases of a repository: each case is a branch of a bare clone, so that its index is kept and shares
 * most file versions with the others. Both are cached and reused.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git } from '../quality/history.mjs';
import { built } from '../quality/open-index.mjs';

const run = promisify(execFile);

/** Returns a store with all cases, and the name of the ref of each. */
export async function openCases({ source, repository, cases, cache }) {
  const name = repository.replace('/', '__');
  const clone = join(cache, 'clones', `${name}.git`);
  mkdirSync(join(cache, 'clones'), { recursive: true });
  if (!existsSync(clone)) await run('git', ['clone', '--quiet', '--bare', source, clone]);
  const home = join(cache, 'issues', name);
  const done = join(home, 'indexed.json');
  const indexed = existsSync(done) ? JSON.parse(readFileSync(done, 'utf8')) : {};
  const projects = new Set(Object.values(indexed));
  for (const each of cases) {
    if (indexed[each.name] !== undefined) continue;
    git(clone, 'branch', '--force', each.name, each.commit);
    process.stderr.write(`indexing ${each.name} …\n`);
    const args = [join(built, 'main.js'), 'index', '--path', clone, '--ref', each.name, '--json'];
    const env = { ...process.env, CODECOMPASS_HOME: home };
    const { stdout } = await run(process.execPath, args, { env, maxBuffer: 1 << 28 });
    indexed[each.name] = JSON.parse(stdout).projectId;
    projects.add(indexed[each.name]);
    writeFileSync(`${done}.new`, JSON.stringify(indexed));
    renameSync(`${done}.new`, done);
  }
  const [projectId] = projects;
  return { home, projectId };
}
