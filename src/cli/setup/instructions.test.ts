import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tools } from '../../serve/tools/tools.ts';
import { instructions, withInstructions } from './instructions.ts';

describe('the text', () => {
  const parameters = new Map(tools.map((row) => [row.name, Object.keys(row.parameters)]));
  const calls = [...instructions.matchAll(/`(\w+)\(([^)`]*)\)`/g)].map(([, tool = '', list = '']) => ({
    tool,
    named: list
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  }));

  test('names only tools and parameters that exist', () => {
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.filter(({ tool }) => !parameters.has(tool))).toEqual([]);
    for (const { tool, named } of calls) {
      expect(named.filter((name) => !parameters.get(tool)?.includes(name))).toEqual([]);
    }
  });

  test('names every required parameter', () => {
    const required = tools.flatMap(({ name, parameters: rows }) =>
      Object.entries(rows).flatMap(([parameter, row]) =>
        'required' in row && row.required ? [{ name, parameter }] : [],
      ),
    );
    const isNamed = ({ name, parameter }: (typeof required)[number]) =>
      calls.every(({ tool, named }) => tool !== name || named.includes(parameter));
    expect(required.filter((each) => !isNamed(each))).toEqual([]);
  });

  test('covers every query tool', () => {
    const asking = tools.filter(({ parameters }) => 'freshness_policy' in parameters);
    const left = asking.map(({ name }) => name).filter((name) => !calls.some(({ tool }) => tool === name));
    expect(left).toEqual([]);
  });

  test('names only fields that answers have', () => {
    const words = [...instructions.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word as string);
    const known = new Set([...parameters.values()].flat());
    const source = ['query', 'project', 'serve']
      .flatMap((layer) => sourcesOf(new URL(`../../${layer}/`, import.meta.url)))
      .join('\n');
    const isField = (word: string) => new RegExp(`\\b${word}\\??:`).test(source);
    expect(words.filter((word) => !known.has(word) && !isField(word))).toEqual([]);
  });

  test('stays short', () => {
    expect(instructions.length / 4).toBeLessThan(700);
  });
});

describe('the block', () => {
  test('follows the required header in a new file', () => {
    expect(withInstructions('', '---\n---\n')).toMatch(/^---\n---\n<!-- codecompass: begin -->\n/);
  });

  test('follows existing text', () => {
    expect(withInstructions('# Mine\n', '---\n')).toMatch(/^# Mine\n\n<!-- codecompass: begin -->\n/);
  });

  test('changes nothing the second time', () => {
    for (const text of ['', '# Mine\n', 'no end of line']) {
      const once = withInstructions(text, '');
      expect(withInstructions(once, '')).toBe(once);
    }
  });

  test('replaces an older block and nothing else', () => {
    const before = 'a\n<!-- codecompass: begin -->\nformer words\n<!-- codecompass: end -->\nb\n';
    const after = withInstructions(before, '');
    expect(after.startsWith('a\n<!-- codecompass: begin -->\n## ')).toBe(true);
    expect(after.endsWith('<!-- codecompass: end -->\nb\n')).toBe(true);
    expect(after).not.toContain('former words');
  });
});

function sourcesOf(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
