/** Random ignore files: patterns for the paths of a tree of unusual names, with some of their parts replaced. */
import { bytesOf, type Name, parentOf } from '../../src/scan/listing/names.ts';
import type { Random } from './random.ts';

/** Returns an ignore file with a few patterns for some of the names. */
export function randomIgnoreFile(random: Random, names: readonly Name[]): Buffer {
  const lines = Array.from({ length: 1 + random.below(4) }, () => line(random, random.pick(names)));
  const end = random.pick(['\n', '\n', '\n', '\r\n']);
  const mark = random.below(12) === 0 ? '\u00ef\u00bb\u00bf' : '';
  return Buffer.from(mark + lines.join(end) + random.pick([end, end, '']), 'latin1');
}

/** Returns a pattern for one of the paths, its names or its folders, with some of its parts replaced. */
function line(random: Random, name: Name): string {
  let from = name;
  while (from.path.includes('/') && random.below(4) === 0) from = parentOf(from);
  const parts = bytesOf(from)
    .toString('latin1')
    .split('/')
    .slice(random.below(3) === 0 ? -1 : 0);
  if (random.below(4) === 0) parts.splice(0, random.below(parts.length));
  const pattern = parts
    .map((part) => random.pick(changes)(part, random))
    .join(random.pick(['/', '/', '/', '/', '/**/', '\\/', '**/']));
  const [before, after] = [random.pick(prefixes), random.pick(suffixes)];
  return before + pattern + after;
}

const prefixes = [
  '',
  '',
  '',
  '',
  '',
  '/',
  '/',
  '!',
  '!',
  '!/',
  '**/',
  '/**/',
  '\\',
  '#',
  '//',
  '***/',
  '**/**/',
  '*',
  '**',
];
const suffixes = [
  '',
  '',
  '',
  '',
  '',
  '/',
  '/',
  '/*',
  '/**',
  '/**/',
  ' ',
  '\\ ',
  '  ',
  '\\',
  '//',
  '**',
  '*',
  '\t',
  '\0x',
  '***',
];

const changes: readonly ((part: string, random: Random) => string)[] = [
  (part) => part,
  (part) => part,
  (part) => part.replace(/[*?[\\!# ]/g, '\\$&'),
  (part) => part.replace(/[*?[\\!# ]/g, '\\$&'),
  () => '*',
  () => '**',
  (part, random) => replaced(part, random, '?'),
  (part, random) => replaced(part, random, '*'),
  (part, random) => replaced(part, random, '**'),
  (part, random) =>
    replaced(part, random, random.pick(['[ab]', '[!b]', '[^b]', '[]a]', '[a-c]', '[[:alpha:]]', '[[:x:]]'])),
  (part, random) =>
    replaced(part, random, random.pick(['[b-]', '[!]]', '[\\]a]', '[', '[a', '[[:alpha:]', '[!.-a]', '[a/]'])),
  (part) => `*${part.slice(1)}`,
  (part) => `${part.slice(0, 1)}*`,
  (part) => `*${part}*`,
];

function replaced(part: string, random: Random, by: string): string {
  const at = random.below(part.length);
  return part.slice(0, at) + by + part.slice(at + 1 + random.below(2));
}

/** Parts of paths. */
export const unusualNames = [
  'a',
  'b',
  'ab',
  'ba',
  'abc',
  'a.b',
  '.a',
  'A',
  'a b',
  'b ',
  '!a',
  '#b',
  '[a]',
  'a*',
  'é',
  'a\\',
  'a-b',
]
  .concat('*', '**', '?', 'x]', '~', 'a\tb', 'a\r', '\ufeffa')
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0x61, 0xff]));
