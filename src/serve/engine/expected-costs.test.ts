import { expect, test } from 'vitest';
import { ExpectedCosts } from './expected-costs.ts';

test('a tool is costly for a project while its calls work long there', () => {
  const costs = new ExpectedCosts();
  expect(costs.isCostly('find_references', '/a')).toBe(false);
  costs.add('find_references', '/a', 5_000);
  expect(costs.isCostly('find_references', '/a')).toBe(true);
  expect(costs.isCostly('find_references', '/b')).toBe(false);
  expect(costs.isCostly('search_code', '/a')).toBe(false);
  for (let call = 0; call < 20; call++) costs.add('find_references', '/a', 10);
  expect(costs.isCostly('find_references', '/a')).toBe(false);
  costs.add('find_references', '/a', 150);
  expect(costs.isCostly('find_references', '/a')).toBe(false);
});

test('the projects that were used last are known', () => {
  const costs = new ExpectedCosts();
  costs.add('search_code', '/first', 5_000);
  for (let at = 0; at < 1_000; at++) costs.add('search_code', `/${at}`, 5_000);
  expect(costs.isCostly('search_code', '/first')).toBe(false);
  expect(costs.isCostly('search_code', '/0')).toBe(true);
});
