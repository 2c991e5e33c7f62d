/** Import resolution is per ref: no targets on other refs, no outdated targets. */
import { expect, test } from 'vitest';
import { exportedSymbol, resolveModule } from '../../../src/query/resolve/names/resolve-imports.ts';
import { ProjectReader, type RefView } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { askAbout } from '../../support/query-view.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';
import { targetsOf } from './check-imports.ts';

test('two refs with different layouts have their own targets, also after a new publication', async () => {
  const { root, ...repository } = createRepository({
    'go.mod': 'module example.org/old\n',
    'a.go': 'package a\nimport "example.org/old/b"\nimport "example.org/new/b"\n',
    'b/b.go': 'package b\n',
    'app.ts': "import { x } from '@/x';\n",
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./one/*"] } } }',
    'one/x.ts': 'export const x = 1;',
  });
  const home = temporaryFolder();
  const { projectId } = await indexInProcess(home, root);
  repository.branch('moved');
  repository.git('mv', 'one', 'two');
  repository.commit({
    'go.mod': 'module example.org/new\n',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./two/*"] } } }',
  });
  await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    const reader = new ProjectReader(projectId, store);
    const both = async (view: RefView) => [...(await targetsOf(view, 'a.go')), ...(await targetsOf(view, 'app.ts'))];
    const onMain = ['b/b.go', '', 'one/x.ts > one/x.ts#x'];
    const onMoved = ['', 'b/b.go', 'two/x.ts > two/x.ts#x'];
    expect(await reader.view('main', both)).toEqual(onMain);
    expect(await reader.view('moved', both)).toEqual(onMoved);
    const answers = await reader.viewBoth(['main', 'moved'], (a, b) => Promise.all([both(a), both(b)]));
    expect(answers).toEqual([onMain, onMoved]);

    repository.git('rm', '-rq', 'two', 'go.mod');
    repository.commit();
    await indexInProcess(home, root);
    expect(await reader.view('moved', both)).toEqual(['', '', '']);
    expect(await reader.view('main', both)).toEqual(onMain);
  } finally {
    await store.close();
  }
});

test('a module and a name resolve without an import', async () => {
  const files = {
    'a.ts': '',
    'b.ts': "export * from './c';",
    'c.ts': 'export function c() {}',
    'd.md': '',
  };
  await askAbout(files, async (view) => {
    const table = await view.files();
    const file = (path: string) => table.byPath(path) as NonNullable<ReturnType<typeof table.byPath>>;
    const paths = (found: readonly { path: string }[]) => found.map(({ path }) => path);
    expect(paths(await resolveModule(view, file('a.ts'), './b'))).toEqual(['b.ts']);
    expect(paths(await resolveModule(view, file('a.ts'), 'outside'))).toEqual([]);
    expect(paths(await resolveModule(view, file('d.md'), './b'))).toEqual([]);
    expect(paths(await exportedSymbol(view, file('b.ts'), 'c'))).toEqual(['c.ts']);
    expect(paths(await exportedSymbol(view, file('b.ts'), 'd'))).toEqual([]);
    expect(paths(await exportedSymbol(view, file('d.md'), 'c'))).toEqual([]);
  });
});

test('derived values are computed once, and again after a failure', async () => {
  await askAbout({ 'a.ts': '' }, async (view) => {
    let made = 0;
    const count = () => ++made;
    expect([await view.derived(count), await view.derived(count)]).toEqual([1, 1]);
    let fails = true;
    const fragile = async () => {
      if (fails) throw new Error('not now');
      return 'made';
    };
    await expect(view.derived(fragile)).rejects.toThrow('not now');
    fails = false;
    expect(await view.derived(fragile)).toBe('made');
  });
});
