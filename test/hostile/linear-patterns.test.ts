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
  [String.raw`)(?:[\s*&]+|\s*\([^)]*\)\s*)(?:[\w$]+(?:\.|::))*$`, 'at most 400 characters of a line'],
  [String.raw`(?<receiver>(?:[\w$]+\.)+)?(?<name>[\w$#]+)\s*`, 'the first 300 characters of a line'],
  [String.raw`(?<receiver>(?:\w+\.)+)?(?<name>\w+)(?:\s*:[^=]+)?`, 'the first 300 characters of a line'],
  [String.raw`\b(do not|don't) (edit|modify|change)\b.*`, 'the first 500 characters of a line'],
  [String.raw`\bgenerated\b.*\b(do not|don't)`, 'the first 500 characters of a line'],
];

/** Patterns that are composed when the modules are loaded, and when the rules of each language are first used. */
async function composedPatterns(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const Original = globalThis.RegExp;
  let place = '';
  const recorded = (pattern: RegExp): RegExp => {
    // Packages compose patterns as well while they are loaded; the third line is the caller of the constructor.
    const caller = new Error().stack?.split('\n')[3] ?? '';
    if (caller.includes('/src/') && !caller.includes('node_modules')) {
      found.push({ place, source: pattern.source, flags: pattern.flags });
    }
    return pattern;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags]: [string | RegExp, string?]) => recorded(new target(source, flags)),
    apply: (target, _, [source, flags]: [string | RegExp, string?]) => recorded(target(source, flags)),
  });
  try {
    for (const path of paths.filter((each) => !startsWork.has(each))) {
      place = `composed in ${path}`;
      await import(join(sourceFolder, path));
    }
    place = 'composed for a language';
    const { definitionWords, languages } = await import('../../src/languages/languages.ts');
    const { literalSpans } = await import('../../src/query/references/literals/literal-spans.ts');
    const { definitionJudge } = await import('../../src/project/live/definition-lines.ts');
    for (const { lexis } of languages) if (lexis !== undefined) literalSpans('x', lexis);
    definitionJudge(definitionWords());
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

/** Programs and workers, which begin their work when they are loaded. They contain no patterns of their own. */
const startsWork: ReadonlySet<string> = new Set([
  'main.ts',
  'indexing/job/job-process.ts',
  'indexing/job/perform-job.ts',
  'indexing/workers/parse-worker.ts',
  'project/live/scan-worker.ts',
  'store/sqlite/check-process.ts',
  'watchdog/watchdog-thread.ts',
]);

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

/** Lists that are spread into arguments although their length varies: why it is small, by the start of the call. */
const shortLists: readonly (readonly [file: string, call: string, bound: string])[] = [
  ['cli/help.ts', 'Math.max(...Object.keys(commands)', 'the commands of the program'],
  ['cli/help.ts', 'lines.push(', 'the flags and examples of a command'],
  ['languages/typescript/mask-typescript.ts', 'Math.max(...[', 'three kinds of quotes'],
  ['query/search/snippet.ts', 'Math.min(...indents)', 'the six lines of a snippet'],
  ['query/search/coverage.ts', 'Math.max(...literals', 'the quoted texts of a query'],
  ['query/search/coverage.ts', 'Math.min(...literals', 'the quoted texts of a query'],
  ['project/live/choose-files.ts', 'Math.max(...own', 'the spellings of a name'],
  ['project/live/find-words.ts', 'Math.min(...needles', 'the words of a query'],
  ['query/resolve/names/look-up.ts', 'Math.max(...around', 'the symbols of a file, at most 20,000'],
];

/** Calls that take a list apart into arguments. */
function spreadsIn(path: string): string[] {
  const parsed = ts.createSourceFile(path, readFileSync(join(sourceFolder, path), 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const isTaken = /^(?:push|unshift|splice|max|min|concat|apply|fromCharCode|fromCodePoint|of)$/.test(
        node.expression.name.text,
      );
      if (isTaken && node.arguments.some(ts.isSpreadElement)) found.push(node.getText(parsed));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

test('no long list is spread into arguments, which overflows the stack', () => {
  const isShort = (path: string, call: string) =>
    shortLists.some(([file, start]) => file === path && call.startsWith(start));
  const long = paths.flatMap((path) => spreadsIn(path).flatMap((call) => (isShort(path, call) ? [] : [path, call])));
  expect(long).toEqual([]);
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
