import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents } from './documents.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);

test.each(Object.entries(documents))('%s matches its table', (path, make) => {
  expect(readFileSync(join(root, path), 'utf8'), 'Run `npm run docs` to update it.').toBe(make());
});

test.each(pages)('%s has no broken links', (path) => {
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

/** Returns the anchors of the headings, as GitHub names them. */
function headings(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
