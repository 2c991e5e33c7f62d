import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { splitSocketReads } from './split-socket-reads.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns how many requests a server parses from one write, if it closes the connection at the second. */
async function requestsSeen(sent: string): Promise<number> {
  let seen = 0;
  server = createServer((request) => {
    if (++seen > 1) request.socket.destroy();
  });
  server.on('connection', splitSocketReads);
  const port = await listening();
  await new Promise<void>((resolve) => {
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('close', () => resolve())
      .write(sent);
  });
  return seen;
}

async function listening(): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('parses few of many requests that were sent at once', async () => {
  const seen = await requestsSeen(request.repeat(1_500));
  expect(seen).toBeGreaterThan(1);
  expect(seen).toBeLessThan(40);
});

test('passes on every byte of a large body, in order', async () => {
  const body = Array.from({ length: 200_000 }, (_, at) => at).join(' ');
  server = createServer(async (incoming, response) => {
    let received = '';
    for await (const chunk of incoming.setEncoding('utf8')) received += chunk;
    response.end(received === body ? 'same' : `other: ${received.length} of ${body.length}`);
  });
  server.on('connection', splitSocketReads);
  const answer = await fetch(`http://127.0.0.1:${await listening()}/`, { method: 'POST', body });
  expect(await answer.text()).toBe('same');
});

test('serves one request after another on one connection', async () => {
  let connections = 0;
  server = createServer((_, response) => void response.end('here'));
  server.on('connection', splitSocketReads).on('connection', () => connections++);
  const port = await listening();
  const answers = await new Promise<string>((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      said += chunk;
      if (said.split('here').length < 4) socket.write(request);
      else socket.end(() => resolve(said));
    });
  });
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(connections).toBe(1);
});
