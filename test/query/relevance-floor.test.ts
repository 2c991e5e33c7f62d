/** A question gets no results that are far weaker than its best answer, and learns how many were left out. */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { generateRepository } from '../support/generated-repository.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView(generateRepository(20, 160).files);
const search = (query: string, limit: number) =>
  ask((view) => searchCode(view, readParameters(searchCodeParameters, { query, limit }).values));

test('what is far weaker than the answer to a question is left out and counted', async () => {
  const question = 'how does the token cache work';
  const { results, metadata, total_candidates } = await search(question, 100);
  const [best] = results;
  expect(results.length).toBeGreaterThanOrEqual(3);
  for (const { score } of results.slice(3)) expect(score).toBeGreaterThanOrEqual(0.25 * (best?.score ?? 0));
  expect(Number(metadata.weaker_matches)).toBeGreaterThan(0);
  expect(Number(metadata.weaker_matches) + results.length).toBe(total_candidates);
  const few = await search(question, 2);
  expect(few.results.map(({ path }) => path)).toEqual(results.slice(0, 2).map(({ path }) => path));
});

test('a question with many answers gets as many as it asks for', async () => {
  expect((await search('where are tokens', 100)).results).toHaveLength(100);
});
