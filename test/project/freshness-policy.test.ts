import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ActiveProject, type ProjectIndex } from '../../src/project/active-project.ts';
import { type AskingCall, chooseRef } from '../../src/project/freshness/freshness-policy.ts';
import { IndexHandle } from '../../src/project/open-index.ts';
import type { Service } from '../../src/project/service.ts';
import { openRepository } from '../../src/scan/git/repository.ts';
import { projectIdOf } from '../../src/store/registry/project-id.ts';
import { projectFile } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

test('answers as before the first index if the index is deleted during the call', async () => {
  const home = temporaryFolder();
  const { root } = createRepository({ 'a.ts': 'export function alpha() {}\n' });
  await indexInProcess(home, root);
  const projectId = projectIdOf((await openRepository(root)).identity);
  const handle = new IndexHandle(home, projectId);
  onTestFinished(() => handle.close());
  const project = new VanishingIndex(
    { root, projectId, kind: 'git', registeredAt: '', lastUsedAt: '', autoDiscovered: false },
    handle,
    {},
  );
  project.onFirstLook = () => rmSync(dirname(projectFile(home, projectId)), { recursive: true });
  const jobs = { isStarting: () => false, lastFailure: () => undefined };
  const call: AskingCall = { service: { jobs } as unknown as Service, warnings: [] };
  expect(await chooseRef(call, project, undefined, 'best_effort')).toBeUndefined();
  expect(call.status).toMatchObject({ indexing: 'not_indexed', ref: 'main' });
});

class VanishingIndex extends ActiveProject {
  onFirstLook: (() => void) | undefined;

  override async index(): Promise<ProjectIndex> {
    const index = await super.index();
    this.onFirstLook?.();
    this.onFirstLook = undefined;
    return index;
  }
}
