/** Checks the calls that reach a member through an interface, trait or base, from both ends. */
import { expect, test } from 'vitest';
import { askAbout } from '../../../support/query-view.ts';
import type { TestFiles } from '../../../support/test-repository.ts';
import { allEdges } from '../all-edges.ts';

/** `edges` are all edges through dispatch, `caller → callee`; one found from a single end has a mark and fails. */
export function checkDispatch(what: string, files: TestFiles, edges: readonly string[]): void {
  test(what, async () => {
    const found = (await askAbout(files, allEdges)).filter((edge) => edge.endsWith(' (? dispatch)'));
    expect(found.map((edge) => edge.replace(' (? dispatch)', ''))).toEqual(edges);
  });
}
