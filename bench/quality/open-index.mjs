/**
 * The index to measure: one commit of a repository in its own data directory, so that no other ref affects the
 * figures. It is cached outside the repository and reused until the indexing code changes.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const built = resolve(import.meta.dirname, '../../build');
/** The folders whose code determines the contents of an index. Ranking does not. */
const indexingRooms = ['languages', 'parse', 'scan', 'text', 'store', 'indexing'];
/** The measured capabilities: their file and the names it exports. */
const capabilities = {
  locate: ['locate-symbol', 'locateSymbol'],
  search: ['search-code', 'searchCode'],
  outline: ['file-outline', 'fileOutline'],
  context: ['code-context', 'codeContext'],
};

export async function openIndex({ repo, commit, cache, fresh }) {
  const home = join(cache, 'index', `${basename(repo)}-${commit.slice(0, 12)}-${indexingKey()}`);
  if (fresh) rmSync(home, { recursive: true, force: true });
  const { projectId, ref } = await indexOnce(repo, commit, home);
  const { openStore } = await import(join(built, 'store/sqlite/open-store.js'));
  const { ProjectReader } = await import(join(built, 'query/view/ref-view.js'));
  const store = await openStore(home, projectId);
  const reader = new ProjectReader(projectId, store);
  const table = await loadCapabilities();
  return {
    home,
    projectId,
    files: () => reader.view(ref, async (view) => (await view.files()).files),
    view: (ask) => reader.view(ref, ask),
    can: (name) => table.has(name),
    ask: (name, sent, settings) => table.get(name)(reader, ref, sent, settings),
    close: () => store.close(),
  };
}

/** The job's summary is stored next to the index and marks it as complete. */
async function indexOnce(repo, commit, home) {
  const file = join(home, 'summary.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  process.stderr.write(`indexing ${basename(repo)} at ${commit.slice(0, 12)} …\n`);
  const args = [join(built, 'main.js'), 'index', '--path', resolve(repo), '--ref', commit, '--json'];
  const env = { ...process.env, CODECOMPASS_HOME: home };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1 << 28 });
  writeFileSync(file, stdout);
  return JSON.parse(stdout);
}

async function loadCapabilities() {
  const { readParameters } = await import(join(built, 'query/parameters/parameters.js'));
  const table = new Map();
  for (const [name, [file, exported]] of Object.entries(capabilities)) {
    const path = join(built, 'query', 'tools', `${file}.js`);
    if (!existsSync(path)) continue;
    const module = await import(path);
    const parameters = module[`${exported}Parameters`];
    table.set(name, (reader, ref, sent, settings) => {
      const { values } = readParameters(parameters, sent);
      return reader.view(ref, (view) => module[exported](view, values, settings));
    });
  }
  return table;
}

function indexingKey() {
  const hash = createHash('sha256');
  for (const room of indexingRooms) {
    const names = readdirSync(join(built, room), { recursive: true }).map(String).sort();
    for (const name of names.filter((each) => /\.(?:js|scm|bin)$/.test(each)))
      hash.update(readFileSync(join(built, room, name)));
  }
  return hash.digest('hex').slice(0, 8);
}
