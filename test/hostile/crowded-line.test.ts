/** A line on which thousands of symbols are declared: an error that asks which one is meant lists few of them. */
import { expect, test } from 'vitest';
import { findByHandle } from '../../src/query/names/find-by-handle.ts';
import { type Handle, readHandle } from '../../src/query/names/written/symbol-handle.ts';
import { askAbout } from '../support/query-view.ts';

test('lists few of the symbols of one line', async () => {
  const fields = Array.from({ length: 3_000 }, (_, at) => `int f${at};`).join(' ');
  const asked = askAbout({ 'A.java': `class A {\n${fields}\n}\n` }, (view) =>
    findByHandle(view, readHandle('A.java:2') as Handle),
  );
  const error = await asked.catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'ambiguous_symbol', data: { total_candidates: 3_000 } });
  expect(error.data.candidates).toHaveLength(50);
});
