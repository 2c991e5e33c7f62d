import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Refusal, readJson } from './http-messages.ts';
import { BodyBudget } from './limits/body-budget.ts';

const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** A request that arrives in chunks. `end` returns the status it is refused with, or 200. */
function incoming(bodies: BodyBudget): { send: (text: string) => Promise<void>; end: () => Promise<number> } {
  const stream = new PassThrough();
  const request = Object.assign(stream, { headers: { 'content-type': 'application/json' } });
  const status = readJson(request as unknown as IncomingMessage, bodies).then(
    () => 200,
    (refusal: Refusal) => refusal.status,
  );
  return {
    send: async (text) => {
      stream.write(text);
      while (stream.readableLength > 0) await setImmediate();
      await setImmediate();
    },
    end: () => {
      stream.end();
      return status;
    },
  };
}

test('accepts a message that arrives in chunks', async () => {
  const call = incoming(new BodyBudget(1_000));
  for (const character of message) await call.send(character);
  expect(await call.end()).toBe(200);
});

test('refuses a body that is too large after reading all of it', async () => {
  const call = incoming(new BodyBudget(100 << 20));
  for (let megabytes = 0; megabytes < 5; megabytes++) await call.send(' '.repeat(1 << 20));
  await call.send(message);
  expect(await call.end()).toBe(413);
});

test('drops only the largest body when all of them together exceed the budget', async () => {
  const bodies = new BodyBudget(1_000);
  const [large, small] = [incoming(bodies), incoming(bodies)];
  await large.send(' '.repeat(600));
  await small.send(' '.repeat(401));
  await Promise.all([large.send(message), small.send(message)]);
  expect(await large.end()).toBe(503);
  expect(await small.end()).toBe(200);
});

test('refuses a message that is nested too deeply', async () => {
  const call = incoming(new BodyBudget(1 << 20));
  await call.send(`${message.slice(0, -1)},"params":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`);
  expect(await call.end()).toBe(400);
});
