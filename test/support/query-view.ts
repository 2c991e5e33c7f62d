/** Indexes a repository for a test and opens the view that queries use. */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { ProjectReader, type RefView } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { removeFolder } from './remove-folder.ts';
import { indexInProcess } from './run-job.ts';
import { createRepository, type TestFiles, temporaryFolder } from './test-repository.ts';

/** Indexes the files on a branch `main` and runs a query on them. */
export async function askAbout<Answer>(files: TestFiles, ask: (view: RefView) => Promise<Answer>): Promise<Answer> {
  const { root } = createRepository(files);
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    return await new ProjectReader(projectId, store).view(ref, ask);
  } finally {
    await store.close();
  }
}

/** The same for the tests of one file, which share the index; the first query creates it. */
export function sharedView(files: TestFiles): <Answer>(ask: (view: RefView) => Promise<Answer>) => Promise<Answer> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-')));
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { root } = createRepository(files);
    const { projectId, ref } = await indexInProcess(home, root);
    const store = await openStore(home, projectId);
    return { store, reader: new ProjectReader(projectId, store), ref };
  };
  afterAll(async () => {
    await (await opened)?.store.close();
    removeFolder(home);
  });
  return async (ask) => {
    opened ??= open();
    const { reader, ref } = await opened;
    return reader.view(ref, ask);
  };
}
