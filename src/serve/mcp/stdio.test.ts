import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { serveOverStdio } from './stdio.ts';

/** A server without projects. `send` writes one chunk and waits until it was read. */
function serve(more: Partial<Engine> = {}) {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const engine = {
    version: '1',
    tools: async () => [],
    stayAwake: () => {},
    log: () => {},
    listen: () => ({ id: 1, close: () => {} }),
    noMoreCalls: () => {},
    ...more,
  } as unknown as Engine;
  const ended = serveOverStdio(engine, input, output, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return {
    send: async (chunk: Buffer) => {
      input.write(chunk);
      await setImmediate();
    },
    output,
    next: async () => JSON.parse(String(await new Promise((resolve) => output.once('data', resolve)))),
  };
}

test('keeps no chunk of a line that arrives byte by byte', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { send, next } = serve();
  const chunks: WeakRef<Buffer>[] = [];
  for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"ä",  "method":"ping"}'.padEnd(300))) {
    const chunk = Buffer.alloc(1, byte);
    chunks.push(new WeakRef(chunk));
    await send(chunk);
  }
  await setImmediate();
  collect();
  // The streams may keep the last ones.
  expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(10);
  const answer = next();
  await send(Buffer.from('\n'));
  expect(await answer).toMatchObject({ id: 'ä', result: {} });
});

const nested = `${'['.repeat(300)}${']'.repeat(300)}`;
const cases: [what: string, line: string, id: unknown][] = [
  ['a number', `{"jsonrpc":"2.0","id":7,"method":"ping","params":${nested}}`, 7],
  ['a text', `{"jsonrpc":"2.0","id" : "a\\"b\\u00e4","method":"ping","params":${nested}}`, 'a"bä'],
  ['at the end', `{"params":${nested},"method":"id","id":-1.5}`, -1.5],
  ['twice', `{"id":1,"params":${nested},"id":2}`, 2],
  ['only inside', `{"params":{"id":3,"a":${nested}}}`, null],
  ['in a batch', `[{"id":3},${nested}]`, null],
  ['null', `{"id":null,"a":${nested}}`, null],
  ['not JSON', `{"id":01,"a":${nested}}`, null],
  ['cut off', `{"a":${nested},"id":"x`, null],
  ['none', nested, null],
  ['too long', `{"id":"${'x'.repeat(1_001)}","a":${nested}}`, null],
  ['too many values', `{"id":4,"a":[${'0,'.repeat(50_001)}0]}`, 4],
];
test.each(cases)('refuses a message over a limit without parsing it, and names its id: %s', async (_, line, id) => {
  const { send, next } = serve();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const answer = next();
  await send(Buffer.from(`${line}\n`));
  const parsed = parse.mock.calls.map(([text]) => text);
  expect(await answer).toMatchObject({ id, error: { code: -32600, data: { code: 'invalid_input' } } });
  expect(parsed).not.toContain(line);
});

test('refuses a long id', async () => {
  const { send, next } = serve();
  const answer = next();
  await send(Buffer.from(`{"jsonrpc":"2.0","id":"${'x'.repeat(1_001)}","method":"ping"}\n`));
  expect(await answer).toMatchObject({ id: null, error: { message: expect.stringContaining('1001 characters') } });
});

test('refuses a long progress token, which every notification would repeat', async () => {
  const { send, next } = serve();
  const answer = next();
  const params = { name: 'a', _meta: { progressToken: 'x'.repeat(1_001) } };
  await send(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params })}\n`));
  expect(await answer).toMatchObject({ id: 5, error: { message: expect.stringContaining('progress token') } });
});

test('starts no more calls while a client reads nothing, and all of them once it reads', async () => {
  let started = 0;
  let notify: (params: Record<string, unknown>) => void = () => {};
  const { send, output } = serve({
    tools: async () => [{ name: 'large', inputSchema: { type: 'object' } }],
    call: async (_, { whenRead } = {}) => {
      // In turn, as a limit on calls at once does it.
      await new Promise((resolve) => setTimeout(resolve, 2 * ++waiting));
      await whenRead?.();
      started++;
      return { isError: false, text: 'x'.repeat(1 << 20) };
    },
    listen: (send) => {
      notify = send;
      return { id: 1, close: () => {} };
    },
  });
  let waiting = 0;
  for (let id = 1; id <= 100; id++) {
    await send(Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"large"}}\n`));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(started).toBeLessThan(40);
  for (let count = 0; count < 1_000; count++) notify({ progressToken: 1, progress: count });
  expect(output.writableLength).toBeLessThan(40 << 20);
  let read = '';
  output.on('data', (chunk) => {
    read += String(chunk).replace(/x+/g, '');
  });
  await vi.waitFor(() => expect(read.split('"result"').length - 1).toBe(100), 20_000);
  expect(read).not.toContain('notifications/progress');
});
