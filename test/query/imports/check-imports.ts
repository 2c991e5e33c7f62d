/** Checks import resolution: given files, and the expected target of each import. */
import { expect, test } from 'vitest';
import { resolveImports } from '../../../src/query/resolve/names/resolve-imports.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

/**
 * The imports of each importing file, in order: the files, then after `>` the symbols (`path#scope.name`); an empty
 * string for an import that does not resolve.
 */
export type Expected = Readonly<Record<string, readonly string[]>>;

export function check(sentence: string, files: TestFiles, expected: Expected): void {
  test(sentence, async () => {
    await askAbout(files, async (view) => {
      for (const [path, targets] of Object.entries(expected)) {
        expect({ [path]: await targetsOf(view, path) }).toEqual({ [path]: targets });
      }
    });
  });
}

export async function targetsOf(view: RefView, path: string): Promise<string[]> {
  const file = (await view.files()).byPath(path);
  if (file === undefined) throw new Error(`There is no file ${path}.`);
  const resolved = await resolveImports(view, file);
  return resolved.map(({ files, symbols }) => {
    const names = symbols.map(({ path, scope, name }) => `${path}#${scope === '' ? '' : `${scope}.`}${name}`);
    return [files.map((each) => each.path).join(' '), ...(names.length > 0 ? [names.join(' ')] : [])].join(' > ');
  });
}
