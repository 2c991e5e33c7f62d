/**
 * After any changes to a work tree, a synced index equals a fresh full index, row by row. The changes are random edits
 * and git commands; `CODECOMPASS_TEST_ROUNDS` and `CODECOMPASS_TEST_SEED` set their number and seed.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFile } from '../../src/store/sqlite/open-store.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { indexInProcess } from '../support/run-job.ts';
import { sampleSources } from '../support/sample-sources.ts';
import { reportSoak } from '../support/soak-report.ts';
import { dumpStore } from '../support/store-dump.ts';
import { createFolder, createRepository, type TestRepository, temporaryFolder } from '../support/test-repository.ts';

const rounds = Number(process.env.CODECOMPASS_TEST_ROUNDS ?? 8);
/** Most of a small index is loading grammars, so a short run takes four of them: those whose facts are of every kind. */
const sources = [...sampleSources].filter(
  ([path]) => process.env.CODECOMPASS_TEST_ROUNDS !== undefined || /^(go|python|rust|typescript)\//.test(path),
);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_115);

test(`keeps a git repository's index equal to a fresh one through ${rounds} random changes (seed ${seed})`, {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const random = randomFrom(seed);
  const repository = createRepository(someFiles(random, 30));
  repository.write({ '.gitignore': 'ignored/\n*.log\n' });
  repository.commit();
  const home = temporaryFolder();
  await indexInProcess(home, repository.root);
  const history: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let count = 1 + random.below(3); count > 0; count--) history.push(change(repository, random));
    await expectSyncToEqualFull(home, repository.root, history);
  }
  reportSoak({ changes: history.length, 'comparisons with a full index': rounds });
});

test('keeps a plain folder equal to a fresh one through random changes', {
  timeout: 180_000 + rounds * 10_000,
}, async () => {
  const random = randomFrom(seed + 1);
  const root = createFolder(someFiles(random, 12));
  const home = temporaryFolder();
  await indexInProcess(home, root);
  const history: string[] = [];
  for (let round = 0; round < Math.ceil(rounds / 4); round++) {
    history.push(editFiles(root, random));
    await expectSyncToEqualFull(home, root, history);
  }
});

async function expectSyncToEqualFull(home: string, root: string, history: readonly string[]): Promise<void> {
  const about = `after: ${history.slice(-6).join('; ')}`;
  const synced = await indexInProcess(home, root, { operation: 'sync' });
  const freshHome = temporaryFolder();
  const fresh = await indexInProcess(freshHome, root);
  expect(synced.ref, about).toBe(fresh.ref);
  const ofSync = refDump(projectFile(home, synced.projectId), synced.ref);
  const ofFull = refDump(projectFile(freshHome, fresh.projectId), fresh.ref);
  expect(ofSync.ref, about).toEqual(ofFull.ref);
  expect(ofSync.files, about).toEqual(ofFull.files);
  expect(Object.values(ofSync.leftovers).some((count) => count > 0) ? ofSync.leftovers : {}, about).toEqual({});
  expect(synced.discovered, about).toBe(fresh.discovered);
  expect(synced.discovered, about).toBe(synced.indexed + Object.values(synced.skipped).reduce((a, b) => a + b, 0));
  rmSync(freshHome, { recursive: true });
}

function refDump(file: string, name: string) {
  const dump = dumpStore(file);
  const ref = dump.refs.find((each) => (each as { name: string }).name === name) as { files: string[] };
  return { ref, files: ref.files.map((key) => dump.files[key]), leftovers: dump.leftovers };
}

function change(repository: TestRepository, random: Random): string {
  const git = (...args: string[]) => {
    try {
      repository.git(...args);
    } catch {
      // A conflict is a valid state of the work tree.
    }
  };
  const branches = () =>
    repository
      .git('branch', '--format=%(refname:short)')
      .split('\n')
      .filter((name) => !name.startsWith('('));
  const action = random.below(12);
  if (action < 5) return editFiles(repository.root, random);
  if (action === 5) {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'work');
    return 'commit';
  }
  if (action === 6) {
    const name = `branch-${random.below(4)}`;
    git('checkout', '--quiet', '--force', '-B', name);
    return `new branch ${name}`;
  }
  if (action === 7) {
    const name = random.pick(branches());
    git('checkout', '--quiet', '--force', name);
    return `switch to ${name}`;
  }
  if (action === 8) {
    git('stash', '--include-untracked');
    return 'stash';
  }
  if (action === 9) {
    git('stash', 'pop');
    return 'stash pop';
  }
  if (action === 10) {
    const onto = random.pick(branches());
    git('add', '--all');
    git('commit', '--quiet', '--message', 'before rebase');
    git('rebase', '--quiet', onto);
    git('rebase', '--abort');
    return `rebase onto ${onto}`;
  }
  git('checkout', '--quiet', '--force', '--detach', 'HEAD');
  return 'detach';
}

function editFiles(root: string, random: Random): string {
  const files = existing(root);
  const action = files.length < 5 ? 0 : random.below(8);
  const path = files.length === 0 ? '' : random.pick(files);
  const full = join(root, path);
  switch (action) {
    case 0: {
      const added = `${random.pick(['src', 'lib', 'deep/er', 'ignored', 'tests'])}/new-${random.below(1000)}${random.pick(['.go', '.ts', '.py', '.rs', '.txt', '.log', ''])}`;
      write(join(root, added), random.pick(sources)[1]);
      return `add ${added}`;
    }
    case 1:
      rmSync(full);
      return `delete ${path}`;
    case 2: {
      const target = `moved/${random.below(1000)}-${path.split('/').at(-1)}`;
      mkdirSync(dirname(join(root, target)), { recursive: true });
      renameSync(full, join(root, target));
      return `rename ${path} to ${target}`;
    }
    case 3:
      writeFileSync(full, Buffer.from([0, 1, 2, random.below(256)]));
      return `make ${path} binary`;
    case 4:
      rmSync(full);
      symlinkSync('nowhere', full);
      return `make ${path} a link`;
    case 5:
      chmodSync(full, 0o755);
      return `make ${path} executable`;
    default:
      writeFileSync(full, Buffer.concat([random.pick(sources)[1], Buffer.from(`\n${random.below(1e6)}\n`)]));
      return `edit ${path}`;
  }
}

function existing(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => path !== '.gitignore')
    .sort();
}

function write(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, content);
}

function someFiles(random: Random, count: number): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (let index = 0; index < count; index++) {
    const [path, content] = random.pick(sources);
    files[`${random.pick(['src', 'lib', 'a/b/c', 'tests'])}/${index}-${path.split('/').at(-1)}`] = content;
  }
  return files;
}
