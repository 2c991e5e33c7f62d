/**
 * Edits a folder at random, as an editor and git would: one batch for each line on standard input, which is the number
 * of edits. Answers each batch with a line. Arguments: the folder, a folder outside it, a seed.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join, sep } from 'node:path';
import { createInterface } from 'node:readline';

const [root, outside, seed] = process.argv.slice(2);
let state = Number(seed) >>> 0 || 1;
let count = 0;

/** Returns an integer below a limit (xorshift). */
function below(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % limit;
}

function pick(items) {
  if (items.length === 0) throw new Error('No items to pick from.');
  return items[below(items.length)];
}

/** All entries below the root that the edits may touch. */
function entries(folder = root) {
  const found = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git');
  return found.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [{ path, isFolder: true }, ...entries(path)] : [{ path, isFolder: false }];
  });
}

const folders = () => [root, ...entries().flatMap(({ path, isFolder }) => (isFolder ? [path] : []))];
const files = () => entries().flatMap(({ path, isFolder }) => (isFolder ? [] : [path]));
/** Links are not followed: they may lead to a folder. */
const plainFiles = () => files().filter((path) => fs.lstatSync(path).isFile());
const newName = () => `${pick(['a', 'b', 'src', 'out', 'node_modules', 'x'])}${below(4) === 0 ? '' : count++ % 7}`;
const isInside = (path, folder) => path === folder || path.startsWith(folder + sep);
const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });

const edits = {
  create: () => fs.writeFileSync(join(pick(folders()), `${newName()}.ts`), String(count++)),
  append: () => fs.appendFileSync(pick(plainFiles()), `${count++}\n`),
  remove: () => fs.rmSync(pick(files())),
  rename: () => fs.renameSync(pick(files()), join(pick(folders()), `${newName()}.ts`)),
  replace: () => {
    const target = pick(plainFiles());
    fs.writeFileSync(`${target}.tmp`, String(count++));
    fs.renameSync(`${target}.tmp`, target);
  },
  chmod: () => fs.chmodSync(pick(plainFiles()), pick([0o644, 0o755])),
  link: () => fs.symlinkSync(pick(['nowhere', '.']), join(pick(folders()), `${newName()}.link`)),
  makeFolders: () => {
    const folder = join(pick(folders()), newName(), newName());
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, 'deep.ts'), String(count++));
  },
  moveFolder: () => {
    const [from, to] = [pick(folders()), pick(folders())];
    if (from !== root && !isInside(to, from)) fs.renameSync(from, join(to, newName()));
  },
  moveOut: () => {
    const from = pick(folders());
    if (from !== root) fs.renameSync(from, join(outside, `kept${count++}`));
  },
  moveIn: () => fs.renameSync(join(outside, pick(fs.readdirSync(outside))), join(pick(folders()), newName())),
  removeFolder: () => {
    const folder = pick(folders());
    if (folder !== root && below(3) === 0) fs.rmSync(folder, { recursive: true });
  },
  fileToFolder: () => {
    const file = pick(files());
    fs.rmSync(file);
    fs.mkdirSync(file);
    fs.writeFileSync(join(file, 'inside.ts'), String(count++));
  },
  ignore: () => fs.writeFileSync(join(pick(folders()), '.gitignore'), pick(['out*/\n', 'x*/\n', '*.tmp\n', ''])),
  commit: () => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'batch');
    git('branch', '--force', `b${below(3)}`);
  },
  forceAdd: () => git('add', '--force', '--', pick(files())),
  untrack: () => git('rm', '--quiet', '--cached', '-r', '--', pick(files())),
  checkout: () => git('checkout', '--quiet', '--force', pick(['b0', 'b1', 'b2', 'main'])),
  stash: () => git('stash', '--include-untracked', '--quiet'),
};

// Git is slow, so it takes part rarely.
const rare = ['commit', 'forceAdd', 'untrack', 'checkout', 'stash', 'ignore'];
const usual = Object.keys(edits).filter((name) => !rare.includes(name));

for await (const line of createInterface({ input: process.stdin })) {
  for (let left = Number(line); left > 0; left--) {
    const name = below(20) === 0 ? pick(rare) : pick(usual);
    try {
      edits[name]();
    } catch {
      // An edit may be impossible at the moment: no file is left, or the target exists.
    }
  }
  process.stdout.write('done\n');
}
