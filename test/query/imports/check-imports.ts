/** One check for all of import resolution: these files, the imports of one of them, and where each must lead. */
import { expect, test } from 'vitest';
import { resolveImports } from '../../../src/query/resolve/names/resolve-imports.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

/**
 * The imports of each importing file, in order: the files, then behind `>` the symbols (`path#scope.name`); an empty
 * text for an import that leads nowhere.
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
  if (file === undefined) throw new Error(`${path} is not among the files.`);
  const resolved = await resolveImports(view, file);
  return resolved.map(({ files, symbols }) => {
    const names = symbols.map(({ path, scope, name }) => `${path}#${scope === '' ? '' : `${scope}.`}${name}`);
    return [files.map((each) => each.path).join(' '), ...(names.length > 0 ? [names.join(' ')] : [])].join(' > ');
  });
}
