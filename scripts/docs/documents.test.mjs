import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents } from './documents.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);

test.each(Object.entries(documents))('%s is what its table says', (path, make) => {
  expect(readFileSync(join(root, path), 'utf8'), 'Run `npm run docs` to write it anew.').toBe(make());
});

test.each(pages)('%s links to nothing that is not there', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  const dead = links.filter((target) => !/^https?:/.test(target)).filter((target) => !isThere(path, text, target));
  expect(dead).toEqual([]);
});

function isThere(path, text, target) {
  const [file, heading] = target.split('#');
  const linked = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(root, linked))) return false;
  if (heading === undefined) return true;
  return headings(file === '' ? text : readFileSync(join(root, linked), 'utf8')).includes(heading);
}

/** As GitHub names them. */
function headings(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
