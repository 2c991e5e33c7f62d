import { appendFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository, type TestRepository } from '../../../test/support/test-repository.ts';
import { projectIdOf } from '../../store/registry/registry.ts';
import type { JobRequest } from './job.ts';
import { openAsRegistered } from './open-as-registered.ts';

function requestFor({ root, path }: TestRepository): JobRequest {
  const settings = { maxFileBytes: 1, workers: 1, parseTimeoutMs: 1, maxMemoryMb: 1024, exclude: [] };
  const projectId = projectIdOf(path('.git'));
  return { home: '/home', root, projectId, within: [root], operation: 'sync', force: false, settings };
}

async function check(exchange: (repository: TestRepository, victim: TestRepository) => void, code: string) {
  const [repository, victim] = [createRepository({ 'a.txt': 'a' }), createRepository({ 'private.txt': 'p' })];
  const request = requestFor(repository);
  expect((await openAsRegistered(request)).root).toBe(repository.root);
  exchange(repository, victim);
  await expect(openAsRegistered(request)).rejects.toMatchObject({ code });
}

it('rejects a root that has become a link to another folder', () =>
  check(({ root }, victim) => {
    renameSync(root, `${root}-old`);
    symlinkSync(victim.root, root);
  }, 'workspace_not_allowed'));

it('rejects a git folder that has become that of another repository', () =>
  check(({ path }, victim) => {
    renameSync(path('.git'), path('old'));
    writeFileSync(path('.git'), `gitdir: ${victim.path('.git')}\n`);
  }, 'workspace_not_allowed'));

it('rejects a folder that is now another repository', () =>
  check(({ path, root }) => {
    renameSync(path('.git'), path('old'));
    symlinkSync('old', path('.git'));
    expect(dirname(path('old'))).toBe(root);
  }, 'repository_unreadable'));

it('rejects git objects outside the allowed folders', () =>
  check(({ path }, victim) => {
    appendFileSync(path('.git/objects/info/alternates'), `${victim.path('.git/objects')}\n`);
  }, 'workspace_not_allowed'));
