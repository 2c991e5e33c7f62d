import { describe, expect, it } from 'vitest';
import { nameOf } from '../names.ts';
import { ignoreLimits, ignoreWork } from './ignore-limits.ts';
import { type IgnoreRules, ignoreRules } from './ignore-rules.ts';
import { nestedRules } from './nested-rules.ts';
import { ruleSet } from './rule-set.ts';

/** A path with a trailing slash is a folder. */
function ignores(rules: IgnoreRules, path: string): boolean {
  return rules.ignores({ path: path.replace(/\/$/, '') }, path.endsWith('/'));
}

describe('ignore rules', () => {
  it('yield to ignore files as `first` and override them as `last`', () => {
    const file = ruleSet('!*.log\nkeep/\n!never.txt\n');
    const rules = ignoreRules(['dist/', '*.log'], ['!keep/', 'never.txt']).withFile({ path: '' }, file);
    const verdicts = ['dist/', 'a.log', 'keep/', 'never.txt'].map((path) => ignores(rules, path));
    expect(verdicts).toEqual([true, false, false, true]);
  });

  it('re-include nothing from an ignored folder', () => {
    const rules = ignoreRules(['dist/'])
      .withFile({ path: '' }, ruleSet('!dist/b.txt\n'))
      .withFile({ path: 'dist' }, ruleSet('!a.txt\n'));
    expect(ignores(rules, 'dist/a.txt')).toBe(true);
    expect(ignores(rules, 'dist/b.txt')).toBe(true);
    expect(ignores(rules, 'dist/deep/a.txt')).toBe(true);
  });

  it('are case-sensitive', () => {
    expect(ignores(ignoreRules(['Build/']), 'build/')).toBe(false);
  });

  it('compare the bytes of a name', () => {
    const rules = ignoreRules(['caf?', 'caf??.txt', 'ö*']);
    const verdicts = ['café', 'café.txt', 'öl'].map((path) => ignores(rules, path));
    expect(verdicts).toEqual([false, true, true]);
    const latin1 = nameOf(Buffer.from('caf\u00e9', 'latin1'));
    expect(rules.ignores(latin1, false)).toBe(true);
  });

  it('give the same verdicts in any order of questions', () => {
    const files = { '': '/a/b/\n*.o\n', a: '!m.o\nc/*\n!c/x\n', 'a/c': 'y\n' };
    const test = () =>
      nestedRules(
        ignoreRules([]),
        Object.entries(files).map(([path, text]) => ({ folder: { path }, read: () => ruleSet(text) })),
      );
    const paths = ['a/b/x', 'a/c/x', 'a/c/y', 'a/c/z', 'a/m.o', 'b/m.o', 'm.o', 'a/c/x/y', 'b/c/z', 'a/b/c/d/x'];
    const asked = test();
    const verdicts = paths.map((path) => asked({ path }));
    expect(verdicts).toEqual([true, false, true, true, false, true, true, true, false, true]);
    expect([...paths].reverse().map((path) => asked({ path }))).toEqual([...verdicts].reverse());
    expect(paths.map((path) => test()({ path }))).toEqual(verdicts);
  });
});

describe('limits of ignore rules', () => {
  it('look up a hundred thousand names, paths and suffixes without a step for each', () => {
    const lines = Array.from({ length: 50_000 }, (_, n) => `name${n}\n/folder/${n}/file\n`);
    const set = ruleSet(`${lines.join('')}*.ext\n`);
    const steps = { left: 0 };
    expect(['name49999', 'folder/7/file', 'x.ext', 'other'].map((path) => set.decide(path, false, steps))).toEqual([
      'ignored',
      'ignored',
      'ignored',
      undefined,
    ]);
    expect(-steps.left).toBeLessThan(100);
  });

  it('compare a path only with the globs of the folders above it', () => {
    const set = ruleSet(Array.from({ length: 10_000 }, (_, n) => `/packages/p${n}/dist/*.js\n`).join(''));
    const steps = { left: 100_000 };
    expect(set.decide('packages/p77/dist/a.js', false, steps)).toBe('ignored');
    expect(set.decide('packages/p77/src/a.js', false, steps)).toBeUndefined();
    expect(100_000 - steps.left).toBeLessThan(100);
  });

  it('report patterns that are too long, and apply the others', () => {
    const set = ruleSet(`${'*a'.repeat(ignoreLimits.patternBytes)}\nb\n${'#'.repeat(9_999)}\n`);
    expect([set.rules, set.tooLong, set.decide('b', false, { left: 9 })]).toEqual([1, 1, 'ignored']);
  });

  it('report an ignore file with too many patterns, and apply those above it', () => {
    const work = ignoreWork();
    const { warnings } = work;
    const many = ruleSet(Array.from({ length: ignoreLimits.rules }, (_, n) => `x${n}\n`).join(''));
    const globs = ruleSet(`${'*a*'.repeat(1_000)}\n`.repeat(Math.ceil(ignoreLimits.globBytes / 3_000)));
    const one = ignoreRules([], [], work).withFile({ path: '' }, ruleSet('a\n'));
    for (const set of [many, globs]) {
      const rules = one.withFile({ path: 'sub' }, set).withFile({ path: 'sub/deep' }, ruleSet('b\n'));
      expect(['a', 'sub/x1', 'sub/a', 'sub/aaaa', 'sub/deep/b'].map((path) => ignores(rules, path))).toEqual([
        true,
        false,
        true,
        false,
        true,
      ]);
    }
    expect(warnings).toEqual(['An ignore file in sub is not applied: there are too many patterns.']);
  });

  it('count a path as ignored that takes too many steps, and say so', () => {
    const work = ignoreWork();
    const { warnings } = work;
    const costly = ruleSet(`${'*a'.repeat(100)}*b\n`.repeat(400));
    const rules = ignoreRules([], [], work).withFile({ path: '' }, costly);
    expect(ignores(rules, 'short.ts')).toBe(false);
    expect(warnings).toEqual([]);
    expect(ignores(rules, 'a'.repeat(255))).toBe(true);
    expect(ignores(rules, `${'a'.repeat(255)}/b`)).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it('share one budget in a listing, so that many paths cost little more than one', () => {
    const work = ignoreWork();
    const rules = ignoreRules(['*a*a*a*b'], [], work).withFile(
      { path: '' },
      ruleSet(`${'*a'.repeat(60)}*b\n`.repeat(20)),
    );
    const paths = Array.from({ length: 2_000 }, (_, n) => `${'a'.repeat(200)}${n}`);
    const ignored = paths.filter((path) => ignores(rules, path));
    const { listingSteps, listingStepsPerPath } = ignoreLimits;
    expect(work.left).toBeGreaterThan(-ignoreLimits.steps);
    expect(work.left).toBeLessThan(listingSteps / 4);
    expect([...work.undecided]).toEqual(ignored);
    // The first paths are decided, and so are cheap ones after the costly ones.
    expect(ignored).not.toContain(paths[0]);
    expect(ignored.length).toBeGreaterThan(paths.length / 2);
    expect(ignores(rules, 'short.ts')).toBe(false);
    expect(listingStepsPerPath * paths.length).toBeLessThan(listingSteps);
    expect(work.warnings).toHaveLength(1);
  });

  it('keep the first of many warnings, each once', () => {
    const work = ignoreWork();
    const { warnings } = work;
    for (let n = 0; n < 100; n++) work.report(`warning ${n % 50}`);
    expect(warnings).toEqual(Array.from({ length: 10 }, (_, n) => `warning ${n}`));
  });
});

describe('the cost of a pattern', () => {
  // No path matches. Each has the literals of its pattern, so that searching for them does not end the comparison.
  const deep = 'a/'.repeat(2_047);
  const long = 'a'.repeat(4_096);
  const named = 'aaaa/'.repeat(800);
  check('folders between names', (k) => `${'a/**/'.repeat(k)}[z]`, deep);
  check('folders in a row', (k) => `a/${'**/'.repeat(k)}z/**/?`, `a/z/${deep}`);
  check('stars between letters', (k) => `${'*a'.repeat(k)}*b`, long);
  check('stars in a row', (k) => `${'*'.repeat(k)}?[b]`, long);
  check('sets and stars', (k) => `${'[a-z]*'.repeat(k)}[9]`, long);
  check('any letters and stars', (k) => `${'?*'.repeat(k)}[9]`, long);
  check('stars in folders', (k) => `**/${'*a*a*/'.repeat(k)}[z]`, named);
  check('folders and stars', (k) => `${'**/*a*/'.repeat(k)}[z]`, named);
  check('folders without a slash before', (k) => `a${'**/a'.repeat(k)}/[z]`, deep);
  check('escaped slashes', (k) => `a/${'**\\/'.repeat(k)}[z]`, deep);
  check('negated sets', (k) => `${'*[!b]'.repeat(k)}[b]`, long);
  check('named classes', (k) => `${'[[:alpha:]]*'.repeat(k)}[0]`, long);

  function check(what: string, pattern: (k: number) => string, text: string): void {
    it(`is at most the length of the pattern times that of the path: ${what}`, () => {
      const most = Math.floor((ignoreLimits.patternBytes - 20) / (pattern(2).length - pattern(1).length));
      for (const k of [1, 12, most]) {
        for (const length of [text.length / 4, text.length / 2, text.length]) {
          const steps = { left: Number.MAX_SAFE_INTEGER };
          const set = ruleSet(`${pattern(k)}\n`);
          set.decide(text.slice(0, length).replace(/\/$/, ''), true, steps);
          expect(set.rules).toBe(1);
          const taken = Number.MAX_SAFE_INTEGER - steps.left;
          expect(taken).toBeGreaterThan(length);
          expect(taken).toBeLessThan((pattern(k).length + 3) * (length + 2));
        }
      }
    });
  }
});
