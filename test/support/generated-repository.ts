/** A generated repository: files of several languages whose names and words overlap, and queries of every kind on it. */
import { type Random, randomFrom } from './random.ts';
import type { TestFiles } from './test-repository.ts';

const words =
  'token cache session user order parse render index query store route handler retry limit batch event'.split(' ');

export interface Generated {
  readonly files: TestFiles;
  /** Names of symbols, several of which have namesakes. */
  readonly names: readonly string[];
  /** By kind of query. */
  readonly queries: Readonly<Record<string, readonly string[]>>;
}

export function generateRepository(seed: number, count: number): Generated {
  const random = randomFrom(seed);
  const names = new Set<string>();
  const files: Record<string, string> = {};
  const paths: string[] = [];
  for (let at = 0; at < count; at++) {
    const [path, text] = random.pick(kinds)(random, at, (name) => names.add(name));
    files[path] = text;
    paths.push(path);
  }
  const some = <Item>(items: readonly Item[], number: number) =>
    Array.from({ length: number }, () => random.pick(items));
  const all = [...names];
  return {
    files,
    names: all,
    queries: {
      name: some(all, 8),
      'part of a name': some(all, 4).map((name) => name.slice(0, 5)),
      'other case': some(all, 3).map((name) => name.toUpperCase()),
      path: [...some(paths, 4), 'src/', 'lib', ...some(paths, 2).map((path) => `${path}:3`)],
      question: Array.from({ length: 8 }, () => `how does the ${some(words, 3).join(' ')} work`),
      'common word': words.slice(0, 4).map((word) => `where is ${word}`),
      error: some(words, 4).map((word) => `Error: cannot ${word} the ${random.pick(words)}: timed out`),
      'stack trace': [
        some(paths, 5)
          .map((path, line) => `    at run (/srv/app/${path}:${line + 2}:1)`)
          .join('\n'),
      ],
      quoted: [...some(words, 4).map((word) => `"${word}"`), '"return"', '"("', '"cannot retry"'],
    },
  };
}

type File = (random: Random, at: number, declare: (name: string) => void) => [path: string, text: string];

const kinds: readonly File[] = [
  (random, at, declare) => {
    const declared = Array.from({ length: 1 + random.below(6) }, () => {
      const name = camel(random);
      declare(name);
      const other = camel(random);
      return `/** ${prose(random)} */\nexport function ${name}(${random.pick(words)}: string) {\n  throw new Error('cannot ${random.pick(words)} the ${random.pick(words)}');\n  return ${other}();\n}\n`;
    });
    return [`src/${random.pick(words)}/${random.pick(words)}${at}.ts`, declared.join('\n')];
  },
  (random, at, declare) => {
    const type = `${capital(random.pick(words))}${capital(random.pick(words))}`;
    declare(type);
    const methods = Array.from({ length: 1 + random.below(5) }, () => {
      const name = `${random.pick(words)}_${random.pick(words)}`;
      declare(name);
      return `    def ${name}(self, ${random.pick(words)}):\n        """${prose(random)}"""\n        return self.${random.pick(words)}_${random.pick(words)}(1)\n`;
    });
    return [`lib/${random.pick(words)}/${random.pick(words)}_${at}.py`, `class ${type}:\n${methods.join('\n')}`];
  },
  (random, at) => [
    `docs/${random.pick(words)}-${at}.md`,
    Array.from({ length: 3 + random.below(90) }, () => `- ${prose(random)}\n`).join(''),
  ],
];

function camel(random: Random): string {
  return `${random.pick(words)}${capital(random.pick(words))}`;
}

function prose(random: Random): string {
  return Array.from({ length: 3 + random.below(8) }, () => random.pick(words)).join(' ');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
