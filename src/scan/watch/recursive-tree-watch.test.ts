import { watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../../../test/support/test-repository.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { RecursiveTreeWatch } from './recursive-tree-watch.ts';

it('reports changes and never claims to have all of them', async () => {
  const root = createFolder({ 'src/a.ts': 'a', 'node_modules/lib/a.js': '', '.git/HEAD': '' });
  const tree = new RecursiveTreeWatch(root, watch);
  onTestFinished(() => tree.close());
  expect(tree).toMatchObject({ state: 'watching', watchCount: 1 });
  expect(tree.take()).toEqual({ names: [], isLost: true });
  expect(await tree.settled()).toBe(false);
  writeFileSync(join(root, '.git/HEAD'), 'x');
  writeFileSync(join(root, 'node_modules/lib/a.js'), 'x');
  writeFileSync(join(root, 'src/a.ts'), 'more');
  const seen = new Set<string>();
  const observe = () => {
    const { names, isLost } = tree.take();
    expect(isLost).toBe(false);
    for (const { path } of names) seen.add(path);
    return [...seen];
  };
  await waitUntil('the save', observe, (paths) => paths.includes('src/a.ts'));
  expect([...seen]).toEqual(['src/a.ts']);
  tree.close();
  expect(tree).toMatchObject({ state: 'impossible', watchCount: 0 });
  expect(tree.take().isLost).toBe(true);
});

it('is impossible if the system refuses', () => {
  const refuse = (() => {
    throw new Error('no more handles');
  }) as unknown as typeof watch;
  const tree = new RecursiveTreeWatch(createFolder(), refuse);
  expect(tree).toMatchObject({ state: 'impossible', reason: expect.stringContaining('no more handles') });
});
