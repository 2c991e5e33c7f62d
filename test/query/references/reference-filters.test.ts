/** Filters and limits of find_references: what is counted, what is left out, and what the answer says about it. */
import { expect, test } from 'vitest';
import { referencesIn } from './check-references.ts';

const uses = Array.from({ length: 30 }, (_, at) => `    hub(${at})`).join('\n');
const references = referencesIn({
  'src/hub.py': 'def hub(x=0):\n    # hub\n    return x\n',
  'src/many.py': `from src.hub import hub\n\n\ndef run():\n${uses}\n`,
  'src/old/old.py': 'from src.hub import hub\n\nhub()\n',
  'tests/test_hub.py': 'from src.hub import hub\n\n\ndef test_hub():\n    assert hub() == 0\n',
  'web/hub.js': 'hub();\n',
});

test('totals do not depend on the limit, and a short list is the start of a long one', async () => {
  const all = await references('hub', { path: 'src/hub.py', limit: 1_000 });
  expect(all.answer).toMatchObject({ total: 35, truncated: false, by_kind: { call: 32, import: 3, mention: 2 } });
  expect(all.answer.metadata.result_completeness).toBe('complete');
  for (const limit of [1, 10]) {
    const some = await references('hub', { path: 'src/hub.py', limit });
    expect(some.shown).toEqual(all.shown.slice(0, limit));
    expect([some.answer.total, some.answer.by_kind, some.answer.completeness]).toEqual([
      35,
      all.answer.by_kind,
      all.answer.completeness,
    ]);
    expect([some.answer.truncated, some.answer.metadata.result_completeness]).toEqual([true, 'truncated']);
  }
});

test('kinds select from the list and the total, not from the counts', async () => {
  const { answer, shown } = await references('hub', { path: 'src/hub.py', kinds: ['import', 'mention'] });
  expect(shown).toEqual([
    'src/hub.py:2 mention?',
    'src/many.py:1 import',
    'src/old/old.py:1 import',
    'web/hub.js:1 mention?',
    'tests/test_hub.py:1 import',
  ]);
  expect([answer.total, answer.by_kind]).toEqual([5, { call: 32, import: 3, mention: 2 }]);
});

test('within, tests and language leave files out and count them', async () => {
  const check = async (sent: Record<string, unknown>, shown: readonly string[], filtered: number) => {
    const found = await references('hub', { path: 'src/hub.py', ...sent });
    expect(found.shown).toEqual(shown);
    expect([found.answer.total, found.answer.completeness.filtered_files]).toEqual([shown.length, filtered]);
  };
  const old = ['src/old/old.py:1 import', 'src/old/old.py:3 call'];
  const inTests = ['tests/test_hub.py:1 import', 'tests/test_hub.py:5 call'];
  await check({ within: ['src/old'] }, old, 4);
  await check({ within: ['src', '!src/many.py'] }, old, 3);
  await check({ tests: 'only' }, inTests, 4);
  await check({ tests: 'exclude', within: ['!src/many.py'] }, old, 2);
  await check({ language: 'javascript' }, [], 4);
});

test('tests come last', async () => {
  const { shown } = await references('hub', { path: 'src/hub.py', limit: 1_000 });
  expect(shown.at(-1)).toBe('tests/test_hub.py:5 call');
});
