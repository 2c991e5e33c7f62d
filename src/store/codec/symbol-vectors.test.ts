import { expect, test } from 'vitest';
import { fileFacts, symbol } from '../../../test/support/store-samples.ts';
import { packedCount, packSymbolVectors } from './symbol-vectors.ts';

test('packs no vectors of a file whose time is up', () => {
  const symbols = Array.from({ length: 500 }, (_, at) => symbol(`name${at}`));
  const facts = fileFacts('a.ts', 'a', { symbols });
  expect(packedCount(packSymbolVectors(facts) as Uint8Array)).toBe(500);
  let checks = 0;
  expect(packSymbolVectors(facts, () => ++checks > 10)).toBeNull();
  expect(checks).toBe(11);
});
