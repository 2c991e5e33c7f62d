import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeIdle } from './close-idle.ts';
import { ConnectionLimit } from './limits/connection-limit.ts';

const idleMs = 50;

/** Answers `/late` after several times the limit, and `/large` with more than a socket holds. */
async function served(): Promise<number> {
  const server = createServer();
  const connections = new ConnectionLimit(server, 10);
  closeIdle(server, idleMs, (socket) => connections.awaitsAnswer(socket));
  server.on('request', async (request, response: ServerResponse) => {
    connections.answer(request.socket, response);
    if (request.url === '/late') await pause(6 * idleMs);
    response.end(request.url === '/large' ? Buffer.alloc(64 << 20) : 'done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function ended(socket: Socket): Promise<void> {
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
}

test('a client that waits for its answer gets it', async () => {
  const port = await served();
  const response = await fetch(`http://127.0.0.1:${port}/late`);
  expect(await response.text()).toBe('done');
});

test('a client that sends nothing is disconnected', async () => {
  const socket = connect(await served(), '127.0.0.1');
  socket.resume();
  await ended(socket);
});

test('a client that does not read its answer is disconnected', async () => {
  const socket = connect(await served(), '127.0.0.1');
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(10 * idleMs);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await ended(socket);
  expect(bytes).toBeLessThan(64 << 20);
});
