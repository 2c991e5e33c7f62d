/** Compares the untracked files of random working trees with those that git lists by its own ignore rules. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../test/support/random.ts';
import { randomIgnoreFile, unusualNames } from '../../../../test/support/random-ignore-file.ts';
import { reportSoak } from '../../../../test/support/soak-report.ts';
import { createRepositoryIn, type TestRepository, temporaryFolder } from '../../../../test/support/test-repository.ts';
import { openRepository } from '../../git/repository.ts';
import { absolutePath, bytesOf, keyOf, type Name, nameInside, nameOf } from '../names.ts';
import { untrackedNames } from '../untracked.ts';

const trees = Number(process.env.CODECOMPASS_TEST_TREES ?? 20);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_118);

test(`the untracked files of ${trees} generated trees are those of git`, {
  timeout: 60_000 + 1_000 * trees,
}, async () => {
  let [all, listed] = [0, 0];
  for (let at = 0; at < trees; at++) {
    const random = randomFrom(seed + at);
    const root = temporaryFolder();
    const repository = createRepositoryIn(root);
    const tree = createTree(repository, random);
    const opened = await openRepository(root);
    const texts = tree.names.filter(({ rawPath }) => rawPath === undefined).map(({ path }) => path);
    const some = Array.from({ length: 1 + random.below(3) }, () => random.pick(texts));
    for (const paths of [undefined, some, [random.pick(texts)]]) {
      const { files, nested } = await untrackedNames(opened, paths && { paths });
      const ours = [...files.map(bytesOf), ...nested.map((name) => Buffer.concat([bytesOf(name), Buffer.from('/')]))];
      const expected = listedByGit(repository, paths);
      expect({ seed: seed + at, paths, found: sorted(ours) }).toEqual({ seed: seed + at, paths, found: expected });
      listed += paths === undefined ? expected.length : 0;
    }
    all += tree.untracked;
    rmSync(root, { recursive: true });
  }
  reportSoak({ trees, untracked: all, listed });
  // Otherwise the trees would not tell right from wrong.
  expect(listed / all).toBeGreaterThan(0.1);
  expect(listed / all).toBeLessThan(0.9);
});

function listedByGit({ root }: TestRepository, paths: readonly string[] | undefined): string[] {
  const literal = paths?.map((path) => `:(literal)${path}`) ?? [];
  const args = ['ls-files', '-o', '--exclude-standard', '-z', '--', ...literal];
  const output = execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  return sorted([output]).flatMap((text) => text.split('\0').slice(0, -1).sort());
}

function sorted(names: readonly Buffer[]): string[] {
  return names.map((name) => name.toString('latin1')).sort();
}

interface Tree {
  readonly names: readonly Name[];
  /** How many files are not tracked, ignored or not. */
  readonly untracked: number;
}

function createTree(repository: TestRepository, random: Random): Tree {
  const { root } = repository;
  const at = (name: Name) => absolutePath(root, name);
  const folders: Name[] = [{ path: '' }];
  const files: Name[] = [];
  const known = new Set<string>();
  while (known.size < 60) {
    const parent = random.pick(folders);
    const name = nameInside(parent, nameOf(random.pick(unusualNames)));
    if (known.has(keyOf(name)) || name.path.split('/').length > 6) continue;
    known.add(keyOf(name));
    if (random.below(2) === 0) {
      mkdirSync(at(name));
      folders.push(name);
    } else if (random.below(8) === 0) {
      symlinkSync(random.pick(['nowhere', '.', 'a']), at(name));
      files.push(name);
    } else {
      writeFileSync(at(name), '');
      files.push(name);
    }
  }
  const tracked = files.filter(() => random.below(4) === 0);
  execFileSync('git', ['update-index', '--add', '-z', '--stdin'], {
    cwd: root,
    input: Buffer.concat(tracked.flatMap((name) => [bytesOf(name), Buffer.from('\0')])),
  });
  const names = [...files, ...folders.slice(1)];
  setRules(repository, random, names, folders);
  for (const folder of folders.slice(1)) if (random.below(12) === 0) nest(random, root, folder);
  for (const name of tracked) if (random.below(8) === 0) replace(random, root, name, files);
  return { names, untracked: files.length - tracked.length };
}

/** Writes ignore files to every place from which git takes them. */
function setRules({ root, path }: TestRepository, random: Random, names: readonly Name[], folders: readonly Name[]) {
  const rules = () => randomIgnoreFile(random, names);
  const config = [`ignorecase = ${random.below(4) === 0}`];
  for (const folder of folders) {
    const file = absolutePath(root, nameInside(folder, { path: '.gitignore' }));
    if (folder.path === '' || random.below(4) === 0) writeFileSync(file, rules());
    // Git follows no link here.
    else if (random.below(12) === 0) symlinkSync(path('.gitignore'), file);
  }
  if (random.below(2) === 0) writeFileSync(path('.git/info/exclude'), rules());
  if (random.below(2) === 0) {
    writeFileSync(path('.git/excludes'), rules());
    config.push(`excludesFile = ${random.pick([path('.git/excludes'), '.git/excludes'])}`);
  }
  appendFileSync(path('.git/config'), `[core]\n${config.join('\n')}\n`);
}

/** Makes a folder a nested repository, or something that looks like one. */
function nest(random: Random, root: string, folder: Name): void {
  const git = { path: '.git' };
  const put = (part: string, text?: string) => {
    const at = absolutePath(root, nameInside(nameInside(folder, git), { path: part }));
    if (text === undefined) mkdirSync(at);
    else writeFileSync(at, text);
  };
  const shape = random.below(6);
  if (shape < 2) {
    writeFileSync(
      absolutePath(root, nameInside(folder, git)),
      shape === 0 ? `gitdir: ${root}/.git\n` : random.pick(['gitdir: nowhere\n', 'gitdir:', 'other\n', '']),
    );
    return;
  }
  mkdirSync(absolutePath(root, nameInside(folder, git)));
  put('objects');
  if (shape !== 2) put('refs');
  if (shape !== 3)
    put('HEAD', random.pick(['ref: refs/heads/x\n', `${'0'.repeat(40)}\n`, 'ref: x\n', 'ref:refs/heads/x']));
}

/** Removes a tracked file, or puts a folder in its place. */
function replace(random: Random, root: string, name: Name, files: Name[]): void {
  rmSync(absolutePath(root, name));
  if (random.below(2) === 0) return;
  mkdirSync(absolutePath(root, name));
  const inside = nameInside(name, nameOf(random.pick(unusualNames)));
  writeFileSync(absolutePath(root, inside), '');
  files.push(inside);
}
