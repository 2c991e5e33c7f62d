/** Random changes to a work tree: edits of files and folders, and git commands. Each returns what it did. */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from './random.ts';
import { sampleSources } from './sample-sources.ts';
import type { TestRepository } from './test-repository.ts';

/** Most of a small index is loading grammars, so a short run takes four of them: those whose facts are of every kind. */
const sources = [...sampleSources].filter(
  ([path]) => process.env.CODECOMPASS_TEST_ROUNDS !== undefined || /^(go|python|rust|typescript)\//.test(path),
);

export function changeRandomly(repository: TestRepository, random: Random): string {
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

export function editFiles(root: string, random: Random): string {
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

export function someFiles(random: Random, count: number): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (let index = 0; index < count; index++) {
    const [path, content] = random.pick(sources);
    files[`${random.pick(['src', 'lib', 'a/b/c', 'tests'])}/${index}-${path.split('/').at(-1)}`] = content;
  }
  return files;
}
