import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRegistry, projectIdOf, type Registry } from './registry.ts';

let home: string;
let registry: Registry;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'codecompass-registry-'));
  registry = await openRegistry(home);
});
afterEach(async () => {
  await registry.close();
  rmSync(home, { recursive: true, force: true });
});

test('registers a workspace once', async () => {
  const repository = { root: '/code/app', identity: '/code/app/.git', kind: 'git' as const };
  expect((await registry.register(repository)).isNew).toBe(true);
  expect((await registry.register(repository)).isNew).toBe(false);
  expect(await registry.list()).toHaveLength(1);
});

test('gives linked worktrees one project', async () => {
  const main = await registry.register({ root: '/code/app', identity: '/code/app/.git', kind: 'git' });
  const linked = await registry.register({ root: '/code/app-fix', identity: '/code/app/.git', kind: 'git' });
  expect(linked.workspace.projectId).toBe(main.workspace.projectId);
  expect(linked.isNew).toBe(true);
});

test('finds the innermost workspace that holds a path, by whole folder names', async () => {
  await registry.register({ root: '/code', identity: '/code', kind: 'folder' });
  await registry.register({ root: '/code/app', identity: '/code/app/.git', kind: 'git' });
  expect((await registry.find('/code/app/src/x'))?.root).toBe('/code/app');
  expect((await registry.find('/code/app'))?.root).toBe('/code/app');
  expect((await registry.find('/code/app-evil'))?.root).toBe('/code');
  expect(await registry.find('/elsewhere')).toBeUndefined();
});

test('derives sixteen characters of project id from the identity alone', () => {
  expect(projectIdOf('/code/app/.git')).toMatch(/^[0-9a-f]{16}$/);
  expect(projectIdOf('/code/app/.git')).toBe(projectIdOf('/code/app/.git'));
  expect(projectIdOf('/code/app/.git')).not.toBe(projectIdOf('/code/app2/.git'));
});

test('survives being opened twice at once', async () => {
  const second = await openRegistry(home);
  await second.register({ root: '/a', identity: '/a', kind: 'folder' });
  expect(await registry.find('/a')).toMatchObject({ root: '/a', kind: 'folder' });
  await second.close();
});
