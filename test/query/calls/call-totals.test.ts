/** Totals and order of a call graph do not depend on the limit, and an answer says where and why its walk ended. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { type CallGraphAnswer, callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { askAbout, sharedView } from '../../support/query-view.ts';

function graph(view: RefView, sent: Record<string, unknown>): Promise<CallGraphAnswer> {
  return callGraph(view, readParameters(callGraphParameters, sent).values);
}

/** `hub` is called by 130 functions in as many files, each of which another function calls. */
const hub: Record<string, string> = { 'hub.py': 'def hub():\n    pass\n\n\ndef alone():\n    pass\n' };
for (let at = 0; at < 130; at++) {
  hub[`caller_${at}.py`] =
    `from hub import hub\n\n\ndef near_${at}(x):\n    hub()\n    x.hub()\n\n\ndef far_${at}():\n    near_${at}(0)\n`;
}

const ask = sharedView(hub);

test('the total does not depend on the limit, and a shorter list is the start of a longer one', async () => {
  await ask(async (view) => {
    for (const depth of [1, 2]) {
      const all = await graph(view, { symbol_name: 'hub', direction: 'callers', depth, limit: 200 });
      for (const limit of [1, 20, 100]) {
        const some = await graph(view, { symbol_name: 'hub', direction: 'callers', depth, limit });
        expect([some.total_edges, some.truncated]).toEqual([all.total_edges, true]);
        expect(some.callers).toEqual(all.callers?.slice(0, limit));
        expect(some.completeness).toEqual(all.completeness);
        expect(some.unresolved_sites).toEqual(all.unresolved_sites?.slice(0, limit));
      }
      expect(all.total_edges).toBe(depth * 130);
      expect(all.total_is_lower_bound).toBeUndefined();
    }
  });
});

test('the edges of every depth are counted, also if those of depth 1 fill the list', async () => {
  await ask(async (view) => {
    const deep = await graph(view, { symbol_name: 'hub', direction: 'callers', depth: 5, limit: 20 });
    expect(deep.levels).toEqual([
      { depth: 1, edges: 130, listed: 20 },
      { depth: 2, edges: 130, listed: 0 },
    ]);
    expect(deep.stopped).toEqual([{ direction: 'callers', depth: 3, reason: 'no_more_edges' }]);
    const flat = await graph(view, { symbol_name: 'hub', direction: 'callers', limit: 20 });
    expect([flat.levels, flat.stopped, flat.total_edges]).toEqual([undefined, undefined, 130]);
    const none = await graph(view, { symbol_name: 'alone', direction: 'both', depth: 3 });
    expect(none.levels).toEqual([]);
    expect(none.stopped).toEqual([
      { direction: 'callers', depth: 1, reason: 'no_more_edges' },
      { direction: 'callees', depth: 1, reason: 'no_more_edges' },
    ]);
  });
});

test('a total is a lower bound if not everything was examined', async () => {
  const files: Record<string, string> = { 'hub.py': 'def hub():\n    pass\n' };
  for (let file = 0; file < 7; file++) {
    const calls = Array.from({ length: 1_000 }, (_, at) => `def f_${file}_${at}():\n    hub()\n`).join('\n');
    files[`many_${file}.py`] = `from hub import hub\n\n${calls}`;
  }
  await askAbout(files, async (view) => {
    const one = await graph(view, { symbol_name: 'hub', direction: 'callers', limit: 1 });
    const many = await graph(view, { symbol_name: 'hub', direction: 'callers', limit: 200 });
    expect(one.total_edges).toBeGreaterThanOrEqual(5_000);
    expect(one.total_edges).toBeLessThan(7_000);
    expect([many.total_edges, many.completeness]).toEqual([one.total_edges, one.completeness]);
    expect([one.total_is_lower_bound, one.truncated]).toEqual([true, true]);
    expect(one.metadata.result_completeness).toBe('truncated');
    expect(one.stopped).toEqual([{ direction: 'callers', depth: 1, reason: 'budget', unexpanded_symbols: 1 }]);
    expect(one.completeness.unexamined_files).toBe(1);
    expect(one.metadata.warnings).toEqual([
      '1 file that contains the name was not examined, or not to the end; total_edges is a lower bound.',
    ]);
  });
});
