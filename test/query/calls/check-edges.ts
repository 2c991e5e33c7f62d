/** Checks that a repository has exactly these edges. */
import { expect, test } from 'vitest';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';
import { allEdges } from './all-edges.ts';

export function checkEdges(what: string, files: TestFiles, edges: readonly string[]): void {
  test(what, async () => {
    expect(await askAbout(files, allEdges)).toEqual(edges);
  });
}
