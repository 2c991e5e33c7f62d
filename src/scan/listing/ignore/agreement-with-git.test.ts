/** Compares verdicts with those of `git check-ignore`, for random ignore files in a tree of unusual names. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../test/support/random.ts';
import { randomIgnoreFile, unusualNames } from '../../../../test/support/random-ignore-file.ts';
import { reportSoak } from '../../../../test/support/soak-report.ts';
import { createRepository, type TestRepository } from '../../../../test/support/test-repository.ts';
import { absolutePath, bytesOf, keyOf, type Name, nameInside, nameOf } from '../names.ts';
import { ignoreRules } from './ignore-rules.ts';
import { nestedRules } from './nested-rules.ts';
import { ruleSet } from './rule-set.ts';

const pairs = Number(process.env.CODECOMPASS_TEST_PAIRS ?? 3_000);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_117);

interface Entry {
  readonly name: Name;
  readonly isFolder: boolean;
}

test(`${pairs} verdicts on generated ignore files are those of git`, { timeout: 60_000 + pairs }, () => {
  const random = randomFrom(seed);
  const repository = createRepository();
  repository.git('config', 'core.ignorecase', 'false');
  const entries = createTree(repository, random);
  const folders = [{ path: '' }, ...entries.filter(({ isFolder }) => isFolder).map(({ name }) => name)];
  let compared = 0;
  let ignored = 0;
  while (compared < pairs) {
    const files = [{ path: '' }, random.pick(folders), random.pick(folders)].map((folder) => ({
      folder,
      bytes: randomIgnoreFile(
        random,
        entries.map(({ name }) => name),
      ),
    }));
    const byFolder = new Map(files.map((file) => [keyOf(file.folder), file]));
    const paths = [...byFolder.values()].map(({ folder }) =>
      absolutePath(repository.root, nameInside(folder, { path: '.gitignore' })),
    );
    for (const [at, { bytes }] of [...byFolder.values()].entries()) writeFileSync(paths[at] as string, bytes);
    const expected = verdictsOfGit(repository, entries);
    const ignores = nestedRules(
      ignoreRules([]),
      [...byFolder.values()].map(({ folder, bytes }) => ({ folder, read: () => ruleSet(bytes.toString('latin1')) })),
    );
    for (const [at, { name, isFolder }] of entries.entries()) {
      const verdict = ignores(name, isFolder);
      if (verdict !== expected[at]) {
        const shown = [...byFolder.values()].map(({ folder, bytes }) => [folder.path, bytes.toString('latin1')]);
        expect.fail(`seed ${seed}: ${JSON.stringify([name.path, isFolder, shown])} is ${verdict} here`);
      }
      ignored += Number(verdict);
    }
    compared += entries.length;
    for (const path of paths) rmSync(path);
  }
  reportSoak({ pairs: compared, ignored });
  // Otherwise the patterns would not tell the paths apart.
  expect(ignored / compared).toBeGreaterThan(0.1);
  expect(ignored / compared).toBeLessThan(0.9);
});

/** One set for each class, asked for each byte that can be in a name. */
test('character sets are those of git', () => {
  const classes = ['alnum', 'alpha', 'blank', 'cntrl', 'digit', 'graph', 'lower', 'print', 'punct', 'space', 'upper'];
  const sets = [...classes, 'xdigit', 'none', ''].map((name) => `[[:${name}:]]`);
  sets.push(
    '[!a-f]',
    '[^a-f]',
    '[]a]',
    '[!]a]',
    '[a-]',
    '[-a]',
    '[a\\]b]',
    '[a-\\z]',
    '[[:alpha:]-z]',
    '[z-a]',
    '[[:a]',
  );
  sets.push(
    '[[a]',
    '[a-c-e]',
    '[\\a-c]',
    '[+--]',
    '[]-a]',
    '[',
    '[a',
    '[!',
    '[]',
    '[[:alpha:]',
    '[a/b]',
    '[\\',
    '[!-~]',
  );
  const repository = createRepository();
  repository.git('config', 'core.ignorecase', 'false');
  const bytes = Array.from({ length: 255 }, (_, index) => index + 1).filter((byte) => byte !== '/'.charCodeAt(0));
  const entries = sets.flatMap((set, index) => {
    mkdirSync(repository.path(`s${index}`));
    writeFileSync(repository.path(`s${index}`, '.gitignore'), `x${set}\n`);
    return bytes.map((byte) => nameOf(Buffer.from([...Buffer.from(`s${index}/x`), byte])));
  });
  const ignores = nestedRules(
    ignoreRules([]),
    sets.map((set, index) => ({ folder: { path: `s${index}` }, read: () => ruleSet(`x${set}\n`) })),
  );
  const expected = verdictsOfGit(
    repository,
    entries.map((name) => ({ name, isFolder: false })),
  );
  const differing = entries.filter((name, at) => ignores(name) !== expected[at]);
  expect(differing.map(({ path }) => `${sets[Number(/\d+/.exec(path)?.[0])]} ${path}`)).toEqual([]);
});

function verdictsOfGit(repository: TestRepository, entries: readonly Entry[]): boolean[] {
  const input = Buffer.concat(entries.flatMap(({ name }) => [Buffer.from('./'), bytesOf(name), Buffer.from('\0')]));
  const args = ['check-ignore', '--no-index', '--stdin', '-z', '-v', '-n'];
  const output = gitOutput(repository.root, args, input).toString('latin1').split('\0');
  // Four fields for each path: the file, the line, the pattern and the path.
  return entries.map((_, at) => {
    const pattern = output[4 * at + 2] ?? '';
    return output[4 * at] !== '' && !pattern.startsWith('!');
  });
}

function gitOutput(cwd: string, args: readonly string[], input: Buffer): Buffer {
  try {
    return execFileSync('git', args, { cwd, input, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch (error) {
    // The exit code is 1 if no path is ignored.
    const { status, stdout } = error as { status: number; stdout: Buffer };
    if (status !== 1) throw error;
    return stdout;
  }
}

function createTree(repository: TestRepository, random: Random): Entry[] {
  const known = new Map<string, Entry>();
  while (known.size < 120) {
    const folders = [...known.values()].filter(({ isFolder }) => isFolder);
    const parent = random.below(4) === 0 || folders.length === 0 ? { path: '' } : random.pick(folders).name;
    if (parent.path.split('/').length > 5) continue;
    const name = nameInside(parent, nameOf(random.pick(unusualNames)));
    if (known.has(keyOf(name))) continue;
    const isFolder = random.below(2) === 0;
    if (isFolder) mkdirSync(absolutePath(repository.root, name));
    else writeFileSync(absolutePath(repository.root, name), '');
    known.set(keyOf(name), { name, isFolder });
  }
  // Our rules are asked folder by folder, as a listing does.
  return [...known.values()].sort((a, b) => Buffer.compare(bytesOf(a.name), bytesOf(b.name)));
}
