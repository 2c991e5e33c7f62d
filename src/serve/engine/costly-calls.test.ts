import { expect, test } from 'vitest';
import { CostlyCalls } from './costly-calls.ts';
import { EngineLost } from './engine-child.ts';

const call = (query: unknown) => ({ tool: 'search_code', sent: { query } });
const lost = (how: string, wasStuck = false) => new EngineLost(how, { wasStuck });
const tooExpensive = expect.objectContaining({ code: 'query_too_expensive' });

test('refuses a call that blocked the engine or used up its memory, for ten minutes', () => {
  let now = 0;
  const calls = new CostlyCalls(() => now);
  expect(calls.add(call('a'), lost('SIGKILL', true))).toEqual(tooExpensive);
  expect(calls.add(call('b'), lost('SIGABRT'))).toEqual(tooExpensive);
  for (const query of ['a', 'b']) expect(() => calls.refuse(call(query))).toThrow(tooExpensive);
  calls.refuse(call('c'));
  calls.refuse({ tool: 'search_text', sent: { query: 'a' } });
  now = 600_001;
  calls.refuse(call('a'));
});

test('does not refuse a call after another end', () => {
  const calls = new CostlyCalls();
  expect(calls.add(call('a'), lost('SIGSEGV'))).toMatchObject({ code: 'internal_error' });
  expect(calls.add(call('a'), new EngineLost('SIGKILL', { wasStalled: true }))).toMatchObject({
    code: 'out_of_resources',
  });
  calls.refuse(call('a'));
});

test('remembers a limited number', () => {
  const calls = new CostlyCalls();
  for (let each = 0; each <= 1_000; each++) calls.add(call(each), lost('SIGABRT'));
  calls.refuse(call(0));
  expect(() => calls.refuse(call(1))).toThrow(tooExpensive);
});
