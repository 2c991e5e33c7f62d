/** The committed figures: one block of text per repository, so that a ranking change shows as a diff. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const heading = `# Results of \`npm run bench:quality -- --repo PATH --write\`; see docs/benchmarks.md.`;

/** Replaces the block of a repository, or inserts it in name order. */
export function writeFigures(file, name, lines) {
  const blocks = existsSync(file) ? blocksOf(readFileSync(file, 'utf8')) : new Map();
  blocks.set(name, lines.join('\n'));
  const sorted = [...blocks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, block]) => block);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[heading, ...sorted].join('\n\n')}\n`);
}

/** Blocks by the name before the first colon. */
function blocksOf(text) {
  const blocks = text.trim().split('\n\n').slice(1);
  return new Map(blocks.map((block) => [block.slice(0, block.indexOf(':')), block]));
}
