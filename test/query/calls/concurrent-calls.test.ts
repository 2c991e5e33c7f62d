/** Queries that run at the same time share derived facts; none may read what another has only begun to derive. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { ProjectReader } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';

const files = {
  'base.py': 'class Base:\n    def close(self):\n        pass\n',
  'middle.py': 'from base import Base\n\n\nclass Middle(Base):\n    pass\n',
  'store.py': 'from middle import Middle\n\n\nclass Store(Middle):\n    pass\n',
  // The bases of these classes refer to each other.
  'loop.py': 'class A(B):\n    def a(self):\n        self.b()\n\n\nclass B(A):\n    def b(self):\n        self.a()\n',
  'one.py': 'from store import Store\n\n\ndef one():\n    Store().close()\n',
  'two.py': 'from store import Store\n\n\ndef two():\n    Store().close()\n',
  'three.py': 'from loop import A, B\n\n\ndef three():\n    A().b()\n    B().a()\n',
};

test('concurrent queries give the same edges as single ones', async () => {
  const { root } = createRepository(files);
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    const names = ['one', 'two', 'three', 'A.a', 'B.b', 'one'];
    const ask = (reader: ProjectReader, symbol_name: string) =>
      reader.view(ref, async (view) => {
        const { values } = readParameters(callGraphParameters, { symbol_name, direction: 'callees' });
        return (await callGraph(view, values)).callees?.map(({ symbol }) => symbol.qualified_name);
      });
    const single: unknown[] = [];
    for (const name of names) single.push(await ask(new ProjectReader(projectId, store), name));
    expect(single[0]).toContain('base.Base.close');
    const shared = new ProjectReader(projectId, store);
    expect(await Promise.all(names.map((name) => ask(shared, name)))).toEqual(single);
    // What concurrent queries have derived serves later ones.
    for (const [at, name] of names.entries()) expect(await ask(shared, name)).toEqual(single[at]);
  } finally {
    await store.close();
  }
});

test('a query does not fail because another one failed while it derived a shared fact', async () => {
  const { root } = createRepository({ 'a.py': 'def a():\n    pass\n' });
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    const reader = new ProjectReader(projectId, store);
    let attempts = 0;
    const make = async () => {
      attempts++;
      await new Promise((resolve) => setImmediate(resolve));
      if (attempts === 1) throw new Error('The snapshot of the first query was lost.');
      return 'derived';
    };
    const ask = () => reader.view(ref, (view) => view.derived(make));
    const [first, second] = await Promise.allSettled([ask(), ask()]);
    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: 'derived' });
    expect([await ask(), attempts]).toEqual(['derived', 2]);
  } finally {
    await store.close();
  }
});
