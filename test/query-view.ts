/** A repository that is indexed for a test, and asked as a query asks it. */
import { ProjectReader, type RefView } from '../src/query/ref-view.ts';
import { openStore } from '../src/store/open-store.ts';
import { indexInProcess } from './run-job.ts';
import { createRepository, type TestFiles, temporaryFolder } from './test-repository.ts';

/** Indexes the files on a branch `main` and asks about them. */
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
