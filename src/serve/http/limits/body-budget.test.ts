import { expect, test } from 'vitest';
import { BodyBudget, type BudgetedBody } from './body-budget.ts';

/** Returns a body that stays open until `close` is called. */
function open(bodies: BodyBudget, ...lengths: number[]): { body: BudgetedBody; close: () => Promise<void> } {
  let close = () => {};
  let opened: BudgetedBody | undefined;
  const closed = bodies.during((body) => {
    opened = body;
    for (const length of lengths) body.add(Buffer.alloc(length, 'x'));
    return new Promise<void>((resolve) => {
      close = resolve;
    });
  });
  return {
    body: opened as BudgetedBody,
    close: () => {
      close();
      return closed;
    },
  };
}

test('returns the added bytes', async () => {
  const chunks = ['{"a":', '1}'];
  const text = await new BodyBudget(100).during(async (body) => {
    for (const chunk of chunks) body.add(Buffer.from(chunk));
    return body.bytes().toString();
  });
  expect(text).toBe('{"a":1}');
});

test('drops only the largest body when the budget is exceeded', () => {
  const bodies = new BodyBudget(100);
  const large = open(bodies, 30, 30);
  const small = open(bodies, 20);
  expect(large.body.isDropped).toBe(false);
  small.body.add(Buffer.alloc(21));
  expect(large.body.isDropped).toBe(true);
  expect(small.body.isDropped).toBe(false);
  expect(small.body.bytes()).toHaveLength(41);
});

test('returns a body that arrives byte by byte', () => {
  const { body } = open(new BodyBudget(1_000), ...Array.from({ length: 500 }, () => 1));
  expect(body.bytes().toString()).toBe('x'.repeat(500));
});

test('ignores chunks of a dropped body', () => {
  const bodies = new BodyBudget(100);
  const { body } = open(bodies, 101);
  body.add(Buffer.alloc(50));
  expect(body).toMatchObject({ isDropped: true });
  expect(body.bytes()).toHaveLength(0);
  expect(open(bodies, 99).body.isDropped).toBe(false);
});

test('frees the budget once a body was read', async () => {
  const bodies = new BodyBudget(100);
  await open(bodies, 90).close();
  expect(open(bodies, 90).body.isDropped).toBe(false);
});
