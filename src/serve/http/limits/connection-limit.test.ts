import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionLimit } from './connection-limit.ts';

afterEach(() => void vi.useRealTimers());

/** A server with places for two calls, which are answered by the test. */
async function serve() {
  const started: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    if (await limit.hasPlaceForCall(request.socket)) {
      limit.answer(request.socket, response);
      started.push(response);
    } else response.writeHead(503).end();
  });
  const limit = new ConnectionLimit(server, 58);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const call = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  return { started, call };
}

test('a call without a place starts when another one has been answered, in order of arrival', async () => {
  const { started, call } = await serve();
  const calls = [call(), call()];
  await vi.waitFor(() => expect(started).toHaveLength(2));
  calls.push(call());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toHaveLength(2);
  started[0]?.end();
  await vi.waitFor(() => expect(started).toHaveLength(3));
  for (const response of started) response.end();
  expect(await Promise.all(calls)).toEqual([200, 200, 200]);
});

test('a call that waits too long for a place is refused', async () => {
  const { started, call } = await serve();
  const calls = [call(), call()];
  await vi.waitFor(() => expect(started).toHaveLength(2));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const last = call();
  let isOver = false;
  void last.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await last).toBe(503);
  for (const response of started) response.end();
  expect(await Promise.all(calls)).toEqual([200, 200]);
});
