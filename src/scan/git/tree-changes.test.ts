import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from './repository.ts';
import { treeChanges } from './tree-changes.ts';

test('lists the regular files that differ, with the ids of their contents', async () => {
  const made = createRepository({ 'same.py': '1\n', 'changed.py': '1\n', 'gone/a.py': 'a\n', 'ünï\n.py': 'x\n' });
  const base = made.git('rev-parse', 'HEAD');
  made.remove('gone/a.py', 'ünï\n.py');
  symlinkSync('same.py', made.path('link.py'));
  const head = made.commit({ 'changed.py': '2\n', 'added.py': 'b\n' });
  const id = (revision: string) => made.git('rev-parse', revision);
  expect(await treeChanges(await openRepository(made.root), base, head)).toEqual([
    { path: 'added.py', after: id(`${head}:added.py`) },
    { path: 'changed.py', before: id(`${base}:changed.py`), after: id(`${head}:changed.py`) },
    { path: 'gone/a.py', before: id(`${base}:gone/a.py`) },
    { path: 'ünï\n.py', before: id(`${base}:ünï\n.py`) },
  ]);
  expect(await treeChanges(await openRepository(made.root), head, head)).toEqual([]);
});
