import { expect, test } from 'vitest';
import { collectGarbage } from '../../collect-garbage.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { rustPackages } from './crates.ts';

/** A ref of these files. `onText` is called before a text is read. */
function viewOf(texts: Readonly<Record<string, string>>, onText = () => {}): RefView {
  const files = Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text], id) => ({ id, path, byteLength: text.length, language: 'rust' }) as FileVersion);
  const view = {
    files: async () => ({ files }),
    derived: <Value>(derive: (view: RefView) => Value) => derive(view as unknown as RefView),
    isPauseDue: () => false,
    pause: async () => {},
    store: {
      text: async ({ path }: FileVersion) => {
        onText();
        return texts[path];
      },
    },
  };
  return view as unknown as RefView;
}

test('reads the fields of packages, targets, dependencies and the workspace', async () => {
  const { byFolder, byName, roots, cut } = await rustPackages(
    viewOf({
      'Cargo.toml': `[workspace]
        package = { edition = "2021" }
        dependencies = { shared = { path = "libs/shared", package = "real-shared" }, plain = "1" }`,
      'app/Cargo.toml': `package = { name = "my-app", edition = { workspace = true }, build = "make.rs", autotests = false }
        lib = { name = "core_of_app", path = "core.rs" }
        bin = [{ name = "tool", path = "tool.rs" }]
        [dependencies]
        shared = { workspace = true }
        plain = { workspace = true }
        near-by = { path = "../near" }
        serde = "1"
        [target.'cfg(unix)'.dev-dependencies]
        only_unix = { package = "other-name", version = "1" }`,
      'old/Cargo.toml': 'package = { name = "old" }',
      'app/core.rs': '',
      'app/tool.rs': '',
      'app/make.rs': '',
      'app/tests/a.rs': '',
      'app/benches/b.rs': '',
    }),
  );
  const app = byName.get('my-app');
  expect(app).toMatchObject({ folder: 'app', libraryName: 'core_of_app', isOldEdition: false });
  expect(app?.library?.path).toBe('app/core.rs');
  expect([...roots].sort()).toEqual(['app/benches/b.rs', 'app/core.rs', 'app/make.rs', 'app/tool.rs']);
  expect(Object.fromEntries(app?.dependencies ?? [])).toEqual({
    shared: { name: 'real-shared', path: 'libs/shared', from: '' },
    plain: { name: 'plain' },
    near_by: { name: 'near-by', path: '../near', from: 'app' },
    serde: { name: 'serde' },
    only_unix: { name: 'other-name' },
  });
  expect(byFolder.get('old')?.isOldEdition).toBe(true);
  expect(cut).toEqual([]);
});

test('keeps only what it reads of manifests', async () => {
  const manifest = (at: number) => `package = { name = "p${at}" }\nmetadata = [${'{},'.repeat(70_000)}]\n`;
  const texts = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`p${at}/Cargo.toml`, manifest(at)]));
  const heldBytes: number[] = [];
  const view = viewOf(texts, () => {
    collectGarbage();
    heldBytes.push(process.memoryUsage().heapUsed);
  });
  expect((await rustPackages(view)).byFolder.size).toBe(8);
  // Each parsed manifest takes 14 MB.
  expect((heldBytes.at(-1) as number) - (heldBytes[1] as number)).toBeLessThan(20_000_000);
});
