/** Random edits of a working tree. Each has a question and the places (`path:line`) that its right answer has. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { git } from './copy.mjs';

/** How a language defines a function. */
const functions = {
  '.py': (name) => `\n\ndef ${name}(x):\n    return x\n`,
  '.go': (name) => `\nfunc ${name}(x int) int {\n\treturn x\n}\n`,
  '.ts': (name) => `\nexport function ${name}(x: number) {\n  return x;\n}\n`,
  '.js': (name) => `\nexport function ${name}(x) {\n  return x;\n}\n`,
  '.rs': (name) => `\npub fn ${name}(x: i64) -> i64 {\n    x\n}\n`,
  '.java': (name) => `\nclass ${name} {\n}\n`,
};
const largestBytes = 100_000;

/** Returns a function that makes the next edit and returns its kind, the name to ask for, and its places. */
export function editorOf(root, chance) {
  const listed = git(root, 'ls-files', '-z').split('\0');
  const sources = listed.filter((path) => functions[extname(path)] !== undefined && !isOdd(root, path));
  if (sources.length === 0) throw new Error(`${root} has no sources of a language that this benchmark writes.`);
  let count = 0;
  const created = [];
  const newName = () => `freshly_saved_${++count}_of_bench`;
  const write = (path, text) => writeFileSync(join(root, path), text);
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const addition = (path) => {
    const name = newName();
    const text = read(path);
    const before = text.endsWith('\n') ? text : `${text}\n`;
    const added = functions[extname(path)](name);
    const line = lineCount(before) + lineCount(added.slice(0, added.indexOf(name))) + 1;
    return { name, text: before + added, places: [`${path}:${line}`] };
  };
  const kinds = {
    append: () => {
      const path = chance.pick(sources);
      const { name, text, places } = addition(path);
      appendFileSync(join(root, path), text.slice(read(path).length));
      return { name, places };
    },
    'rename over': () => {
      const path = chance.pick(sources);
      const { name, text, places } = addition(path);
      write(`${path}.tmp~`, text);
      renameSync(join(root, `${path}.tmp~`), join(root, path));
      return { name, places };
    },
    'new file': () => {
      const like = chance.pick(sources);
      const path = join(dirname(like), `fresh_bench_${count}${extname(like)}`);
      write(path, extname(like) === '.go' ? 'package main\n' : '');
      const { name, text, places } = addition(path);
      write(path, text);
      created.push({ name, path });
      return { name, places };
    },
    delete: () => {
      const gone = created.pop();
      if (gone === undefined) return kinds['new file']();
      rmSync(join(root, gone.path));
      return { name: gone.name, places: [] };
    },
    'commit on a new branch': () => {
      const path = chance.pick(sources);
      git(root, 'checkout', '--quiet', '-b', `fresh-bench-${++count}`);
      const { name, text, places } = addition(path);
      write(path, text);
      git(root, 'commit', '--quiet', '--all', '--message', 'bench');
      return { name, places };
    },
    'switch back': () => {
      const branch = git(root, 'branch', '--show-current').trim();
      if (branch === 'fresh-bench') return kinds['commit on a new branch']();
      const [path] = git(root, 'diff', '--name-only', 'HEAD~1').trim().split('\n');
      const name = /freshly_saved_\d+_of_bench/.exec(git(root, 'show', '--format=', 'HEAD', '--', path))?.[0];
      // Edits that were not committed stay in the tree, or git refuses to switch.
      git(root, 'checkout', '--quiet', '--force', 'fresh-bench');
      return { name, places: [] };
    },
  };
  const order = Object.keys(kinds);
  let turn = 0;
  return () => {
    const kind = order[turn++ % order.length];
    const edit = kinds[kind]();
    return { kind, ...edit, atMs: performance.now() };
  };
}

/** Fills an ignored folder as a package manager does: a thousand packages. */
export async function fillIgnoredFolder(root, files) {
  for (let at = 0; at < files; at++) {
    const folder = join(root, 'node_modules', `package${at % 1_000}`, 'lib');
    if (at < 1_000) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${at}.js`), `export const value${at} = ${at};\n`);
    if (at % 200 === 0) await new Promise((resume) => setImmediate(resume));
  }
}

/** Whether a file is too large for a realistic edit, or not plain text. */
function isOdd(root, path) {
  try {
    const text = readFileSync(join(root, path));
    return text.length > largestBytes || text.includes(0) || text.includes('\r');
  } catch {
    return true;
  }
}

function lineCount(text) {
  return text.split('\n').length - 1;
}
