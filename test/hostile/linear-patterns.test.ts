/**
 * Every regular expression in the sources takes linear time: it is searched in texts that attack it, and the steps for a
 * text twice as long are about twice as many. Exceptions have a bound on the length of the text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Attack, attacksOn, attackText } from '../support/pattern-attacks.ts';
import { countedPattern } from '../support/pattern-steps.ts';
import { randomFrom } from '../support/random.ts';

const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url));

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

function patternsIn(path: string): Pattern[] {
  const parsed = ts.createSourceFile(path, readFileSync(join(sourceFolder, path), 'utf8'), ts.ScriptTarget.Latest);
  const found: Pattern[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place: path, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /(?<!\.test|\.suite)\.ts$/.test(path));

/** Returns an attack for which the steps grow faster than the text. */
function attackOn({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Attack | undefined {
  const pattern = countedPattern(source, flags);
  for (const attack of attacksOn(pattern, randomFrom(1))) {
    if (pattern.steps(attackText(attack, 120), 120 * cheapPerCharacter) < 120 * cheapPerCharacter) continue;
    const [short, long] = [400, 800].map((length) => pattern.steps(attackText(attack, length), maxSteps));
    if ((long as number) >= maxSteps || (long as number) / (short as number) > maxGrowth) return attack;
  }
  return undefined;
}

/** A search with fewer steps per character is not examined further. */
const cheapPerCharacter = 16;
const maxSteps = 1_000_000;
/** Linear is 2, quadratic is 4. */
const maxGrowth = 2.8;

/** Patterns that are not linear: what they are searched in, by a part of their source. */
const bounded: readonly (readonly [part: string, bound: string])[] = [
  [String.raw`^#!\s*\S*?(?:env`, 'the first 200 characters of a file'],
  [String.raw`\b(?:class|record|struct)\s+\w+(?:<[^()]*>)?\s*\(`, 'at most 500 characters before a brace'],
  [String.raw`([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=[^,]*)?(?:,|$)`, 'a signature, at most 400 characters'],
  [String.raw`[}\]]\s*(?::.*?)?=(?!>)`, 'a signature'],
  [String.raw`\b(?:extends|implements)\s+(.*?)(?=\s+implements\s|$)`, 'a signature'],
  [String.raw`\btrait\s+\w+\s*(?:<[^{]*>)?\s*:\s*([^{]*?)(?:\swhere\b|$)`, 'a signature'],
  [String.raw`\B(?=(\d{3})+$)`, 'a number'],
  [String.raw`(?!(?:interface|struct|func|map|chan)\b)[\w.]+`, 'only behind new(, as part of a composed pattern'],
  [String.raw`\b(do not|don't) (edit|modify|change)\b.*`, 'the first 500 characters of a line'],
  [String.raw`\bgenerated\b.*\b(do not|don't)`, 'the first 500 characters of a line'],
];

/** Patterns that are composed when a module is loaded. */
async function composedPatterns(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags = '']: [string, string?]) => {
      found.push({ place: 'composed', source, flags });
      return new target(source, flags);
    },
  });
  try {
    for (const path of paths.filter((each) => composing.test(each) && !each.endsWith('-worker.ts')))
      await import(join(sourceFolder, path));
  } finally {
    globalThis.RegExp = Original;
  }
  return found.filter(({ source }) => typeof source === 'string');
}

const composing = /^(?:languages|query|scan\/content|project\/live|parse)\//;

test('every regular expression in the sources takes linear time', async () => {
  const all = [...paths.flatMap(patternsIn), ...(await composedPatterns())].filter(
    ({ source }) => !bounded.some(([part]) => source.includes(part)),
  );
  const slow = new Map(
    all.map((pattern) => [`${pattern.place}: /${pattern.source}/${pattern.flags}`, attackOn(pattern)] as const),
  );
  expect(all.length).toBeGreaterThan(600);
  expect([...slow].filter(([, attack]) => attack !== undefined)).toEqual([]);
}, 120_000);

test('no list is spread into the arguments of push, which overflows the stack', () => {
  const spreads = (path: string) => /\.(?:push|unshift)\(\.\.\./.test(readFileSync(join(sourceFolder, path), 'utf8'));
  expect(paths.filter(spreads)).toEqual([]);
});

describe('the search for attacks', () => {
  test.each([
    'a+$',
    '\\s+$',
    '[\\w.]+\\(',
    '(?:a+)+b',
    '(?:a|a)*b',
    '^(?:\\w+\\s?)*:',
    '^(.*),(.*),$',
    '"[^"]*\\s[^"]*;"',
    '#\\[[^\\]]*$',
    '\\bfor\\b.*\\bof\\b',
    '(?<=\\s*)x',
  ])('finds one on %s', (source) => {
    expect(attackOn({ source, flags: '' })).toBeDefined();
  });

  test.each([
    ['^export\\s*\\{([^}]*)\\}', 'gm'],
    ['^[ \\t]*all\\b[^=\\n]*=\\s*([[(][^\\])]*[\\])])?(.*)', 'gm'],
    ['^\\w+\\(\\)[^;]*;', 'm'],
    ['^#if[\\s\\S]*?^#end', 'gm'],
    ['"(?:\\\\.|[^"\\\\])*"|[\\s\\S]', 'g'],
  ])('finds one on %s with the flags %s', (source, flags) => {
    expect(attackOn({ source, flags })).toBeDefined();
  });

  test.each(['^a+$', '(?<!a)a+$', '$(?<=a+)', '"[^"]*"', '^(?:\\w+\\.)*\\w+$', '\\w{1,20}:'])(
    'finds none on %s',
    (source) => {
      expect(attackOn({ source, flags: '' })).toBeUndefined();
    },
  );
});
