/** get_call_graph according to contract 004: shape, depth, limit, completeness, errors, refs. */
import { expect, test } from 'vitest';
import { CodedError } from '../../src/errors.ts';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { type CallGraphAnswer, callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { ProjectReader, type RefView } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { askAbout } from '../support/query-view.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const chain = {
  'chain.py': `
def a():
    b()
    b()


def b():
    c()
    a()


def c():
    d()
    c()


def d():
    unknown.update()


a()
`,
  'other.py': 'class Other:\n    def update(self):\n        pass\n',
};

function graph(view: RefView, sent: Record<string, unknown>): Promise<CallGraphAnswer> {
  return callGraph(view, readParameters(callGraphParameters, sent).values);
}

function shown(edges: CallGraphAnswer['callers']): string[] | undefined {
  return edges?.map(({ symbol, depth, call_site }) => `${depth} ${symbol.kind} ${symbol.name} at ${call_site.line}`);
}

test('answers with the fields of the contract', async () => {
  const answer = await askAbout(chain, (view) => graph(view, { symbol_name: 'b', path: 'chain.py' }));
  expect(answer).toEqual({
    symbol: {
      symbol_id: expect.stringMatching(/^sym_[0-9A-Z]{26}$/),
      symbol_stable_id: expect.stringMatching(/^b3:[0-9a-f]{16}$/),
      name: 'b',
      qualified_name: 'chain.b',
      path: 'chain.py',
      line_start: 7,
      line_end: 9,
      kind: 'fn',
    },
    callers: [
      {
        symbol: expect.objectContaining({ name: 'a', qualified_name: 'chain.a' }),
        call_site: { file: 'chain.py', line: 3, more_lines: [4] },
        confidence: 'static',
        depth: 1,
      },
    ],
    callees: [
      {
        symbol: expect.objectContaining({ name: 'c' }),
        call_site: { file: 'chain.py', line: 8 },
        confidence: 'static',
        depth: 1,
      },
      {
        symbol: expect.objectContaining({ name: 'a' }),
        call_site: { file: 'chain.py', line: 9 },
        confidence: 'static',
        depth: 1,
      },
    ],
    total_edges: 3,
    truncated: false,
    completeness: { static_edges: 3, heuristic_edges: 0, unresolved_call_sites: 0 },
    metadata: { result_completeness: 'complete' },
  });
});

test('follows calls breadth first, through cycles and recursion, to the requested depth', async () => {
  await askAbout(chain, async (view) => {
    const one = await graph(view, { symbol_name: 'd', direction: 'callers' });
    expect(shown(one.callers)).toEqual(['1 fn c at 13']);
    expect(one.callees).toBeUndefined();
    const all = await graph(view, { symbol_name: 'd', direction: 'callers', depth: 5 });
    expect(shown(all.callers)).toEqual([
      '1 fn c at 13',
      '2 fn b at 8',
      '2 fn c at 14',
      '3 fn a at 3',
      '4 fn b at 9',
      '4 module chain at 21',
    ]);
    const down = await graph(view, { symbol_name: 'a', direction: 'callees', depth: 2 });
    expect(shown(down.callees)).toEqual(['1 fn b at 3', '2 fn c at 8', '2 fn a at 9']);
  });
});

test('reports truncation and unresolved calls', async () => {
  await askAbout(chain, async (view) => {
    const cut = await graph(view, { symbol_name: 'b', limit: 1 });
    expect([cut.callers?.length, cut.callees?.length, cut.total_edges, cut.truncated]).toEqual([1, 1, 3, true]);
    expect(cut.metadata.result_completeness).toBe('truncated');
    const open = await graph(view, { symbol_name: 'd', direction: 'callees' });
    expect(open.completeness).toEqual({ static_edges: 0, heuristic_edges: 0, unresolved_call_sites: 1 });
    expect(open.unresolved_sites).toEqual([{ path: 'chain.py', line: 18, text: 'unknown.update()' }]);
    expect(open.metadata.result_completeness).toBe('partial');
  });
});

test('is partial if a file of the language was skipped', async () => {
  const files = { ...chain, 'large.py': `${'# x\n'.repeat(300_000)}`, 'large.txt': 'x\n'.repeat(700_000) };
  const answer = await askAbout(files, (view) => graph(view, { symbol_name: 'b' }));
  expect(answer.metadata.result_completeness).toBe('partial');
  const other = { ...chain, 'large.txt': 'x\n'.repeat(700_000) };
  const whole = await askAbout(other, (view) => graph(view, { symbol_name: 'b' }));
  expect(whole.metadata.result_completeness).toBe('complete');
});

test('clamps the depth with a warning and rejects a depth below the minimum', () => {
  const { values, warnings } = readParameters(callGraphParameters, { symbol_name: 'b', depth: 9 });
  expect([values.depth, warnings.length]).toEqual([5, 1]);
  for (const wrong of [{ depth: 0 }, { limit: 0 }, { direction: 'up' }]) {
    expect(() => readParameters(callGraphParameters, { symbol_name: 'b', ...wrong })).toThrow(CodedError);
  }
});

test('rejects unknown and ambiguous names with candidates', async () => {
  const files = {
    'a.py': 'def run():\n    pass\n',
    'b.py': 'def run():\n    pass\n',
    'c.py': 'class A:\n    def go(self):\n        pass\n\n\nclass B:\n    def go(self):\n        pass\n',
  };
  await askAbout(files, async (view) => {
    await expect(graph(view, { symbol_name: 'missing' })).rejects.toMatchObject({ code: 'symbol_not_found' });
    await expect(graph(view, { symbol_name: 'run' })).rejects.toMatchObject({ code: 'ambiguous_symbol' });
    await expect(graph(view, { symbol_name: 'go', path: 'c.py' })).rejects.toMatchObject({
      code: 'ambiguous_symbol',
      data: { total_candidates: 2 },
    });
    expect((await graph(view, { symbol_name: 'run', path: 'b.py' })).symbol.path).toBe('b.py');
    expect((await graph(view, { symbol_name: 'B.go' })).symbol.qualified_name).toBe('c.B.go');
  });
});

test('separates refs, and answers the same after a sync as after a full index', async () => {
  const repository = createRepository({
    'a.py': 'def f():\n    pass\n',
    'b.py': 'import a\n\n\ndef g():\n    a.f()\n',
  });
  const home = temporaryFolder();
  const { projectId } = await indexInProcess(home, repository.root);
  repository.git('checkout', '-q', '-b', 'other');
  repository.write({
    'b.py': 'import a\n\n\ndef h():\n    x = a\n    x.f()\n',
    'c.py': 'from a import f as k\n\nk()\n',
  });
  repository.commit();
  await indexInProcess(home, repository.root, { operation: 'sync' });
  const ask = async (folder: string, ref: string) => {
    const store = await openStore(folder, projectId);
    try {
      return await new ProjectReader(projectId, store).view(ref, (view) => graph(view, { symbol_name: 'f' }));
    } finally {
      await store.close();
    }
  };
  expect(shown((await ask(home, 'main')).callers)).toEqual(['1 fn g at 5']);
  const synced = await ask(home, 'other');
  expect(shown(synced.callers)).toEqual(['1 fn h at 6', '1 module c at 3']);
  const fresh = temporaryFolder();
  await indexInProcess(fresh, repository.root);
  expect(await ask(fresh, 'other')).toEqual(synced);
});

test('warns about an empty result in a language whose calls are not resolved', async () => {
  const files = { 'A.java': 'class A {\n  void a() {\n    b();\n  }\n\n  void b() {}\n}\n' };
  const { metadata } = await askAbout(files, (view) => graph(view, { symbol_name: 'b' }));
  expect(metadata.result_completeness).toBe('partial');
  expect(metadata.warnings).toEqual([
    'Calls in java are not resolved, so an empty list does not mean there are no calls.',
  ]);
});

test('does not ask to choose among symbols whose calls are not resolved', async () => {
  const overloads = Array.from({ length: 12 }, (_, at) => `  void run(int[] a${at}) {}`).join('\n');
  const files = {
    'Job.java': `class Job {\n${overloads}\n}\n`,
    'Task.java': 'class Task {\n  void run() {}\n}\n',
    'a.py': 'def walk():\n    pass\n',
    'b.py': 'def walk():\n    pass\n',
  };
  await askAbout(files, async (view) => {
    const failure = (symbol_name: string) => graph(view, { symbol_name }).catch((error: CodedError) => error);
    const unread = (await failure('run')) as CodedError;
    expect(unread).toMatchObject({ code: 'ambiguous_symbol', data: { total_candidates: 13 } });
    expect(unread.remediation).toBe(
      'Calls in java are not resolved for any of them; search_code finds occurrences of the name.',
    );
    // Every file is among the candidates, no matter how many symbols another one has.
    const candidates = unread.data.candidates as { path: string; qualified_name: string }[];
    expect(candidates.slice(0, 2).map(({ qualified_name }) => qualified_name)).toEqual(['Job.run', 'Task.run']);
    expect((await failure('walk')) as CodedError).toMatchObject({
      remediation: 'Call again with the "symbol_id" or path:line of the one you mean as the name, or with its "path".',
    });
  });
});
