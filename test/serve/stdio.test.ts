/** The server over stdio with raw input: garbage, batches, cancelled calls, end of input. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { createFixture, environment, type Fixture } from '../support/serve-fixture.ts';
import { withDeadline } from '../support/wait-until.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
});
afterAll(() => fixture?.remove());

// biome-ignore lint/suspicious/noExplicitAny: tests read messages of any shape
type Message = any;

interface Wire {
  send(line: string | object): void;
  /** Returns the next message of any kind. */
  next(): Promise<Message>;
  /** Ends the input and waits for the exit code. */
  end(): Promise<number | null>;
  readonly stderr: () => string;
}

function open(...args: string[]): Wire {
  const child = spawn(process.execPath, [program, 'serve-mcp', '--workspace', fixture.repository.root, ...args], {
    cwd: fixture.base,
    env: environment(fixture),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    send: (line) => void child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    next: async () => {
      const { value, done } = await withDeadline('a line of the server', lines.next());
      if (done) throw new Error(`The output ended. ${stderr}`);
      // Throws if stdout contains anything but protocol messages.
      return JSON.parse(value);
    },
    end: () => {
      child.stdin.end();
      return withDeadline('the server to end', exited);
    },
    stderr: () => stderr,
  };
}

const initialize = (version = '2025-06-18', capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: version, capabilities, clientInfo: { name: 'test', version: '1' } },
});
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const callOf = (id: number, name: string, args: object = {}, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
});

describe('an invalid line', () => {
  const garbage: [what: string, line: string, code: number][] = [
    ['text', 'hello', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,', -32700],
    ['control characters', '\u0001\u0002', -32700],
    ['a number', '5', -32600],
    ['null', 'null', -32600],
    ['an object that is not a message', '{"a":1}', -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['a method that is not a string', '{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['nine megabytes', `"${'x'.repeat(9 << 20)}"`, -32600],
    [
      'endless nesting',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`,
      -32600,
    ],
  ];
  test('gets an error, and the server continues', async () => {
    const wire = open();
    wire.send(initialize());
    await wire.next();
    for (const [what, line, code] of garbage) {
      wire.send(line);
      const { error } = await wire.next();
      expect(error, what).toMatchObject({ code, data: { code: 'invalid_input' } });
      wire.send(ping(7));
      expect(await wire.next(), what).toMatchObject({ id: 7, result: {} });
    }
    expect(await wire.end()).toBe(0);
  });
});

test('ignores notifications that have no meaning', async () => {
  const wire = open();
  wire.send(initialize());
  await wire.next();
  const sent = ['notifications/cancelled', 'notifications/progress', 'notifications/initialized', 'notifications/nope'];
  for (const method of sent) {
    for (const params of [undefined, {}, { requestId: {} }, { requestId: null, progressToken: [] }]) {
      wire.send({ jsonrpc: '2.0', method, params });
      wire.send(ping(7));
      expect(await wire.next(), `${method} ${JSON.stringify(params)}`).toMatchObject({ id: 7, result: {} });
    }
  }
  expect(await wire.end()).toBe(0);
});

test('adds the error code of the contract to protocol errors', async () => {
  const wire = open();
  wire.send(initialize());
  await wire.next();
  const check = async (message: object, code: number, text: RegExp) => {
    wire.send(message);
    const { error } = await wire.next();
    expect(error).toMatchObject({ code, message: expect.stringMatching(text), data: { code: 'invalid_input' } });
  };
  await check({ jsonrpc: '2.0', id: 1, method: 'tools/nope' }, -32601, /tools\/nope/);
  await check({ jsonrpc: '2.0', id: 2, method: 'resources/list' }, -32601, /resources\/list/);
  await check(callOf(3, 'no_such_tool'), -32602, /no_such_tool/);
  await check({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: {} }, -32602, /"name"/);
  await check({ jsonrpc: '2.0', id: 6, method: 'initialize' }, -32602, /^Invalid params: .*object/);
  await check({ jsonrpc: '2.0', id: 7, method: 'initialize', params: {} }, -32602, /"protocolVersion"/);
  await check(
    { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'ping', arguments: [] } },
    -32602,
    /"arguments"/,
  );
});

test.each(['2025-03-26', '2025-06-18', '2025-11-25'])(
  'supports %s with clients that start with initialize',
  async (version) => {
    const wire = open();
    wire.send(initialize(version));
    expect((await wire.next()).result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'codecompass' },
      capabilities: { tools: {} },
    });
  },
);

test('supports the stateless protocol, in which each call carries the handshake data', async () => {
  const wire = open();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  wire.send({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } });
  expect((await wire.next()).result.supportedVersions).toContain('2026-07-28');
  wire.send(callOf(2, 'locate_symbol', { name: 'validate_token' }, _meta));
  const { result } = await wire.next();
  expect(JSON.parse(result.content[0].text).results[0].name).toBe('validate_token');
});

test('answers a call without a handshake', async () => {
  const wire = open();
  wire.send(callOf(1, 'locate_symbol', { name: 'validate_token' }));
  const { id, result } = await wire.next();
  expect(id).toBe(1);
  expect(JSON.parse(result.content[0].text).metadata.ref).toBe('main');
});

test('answers pending calls after its input has ended, then exits', async () => {
  const wire = open();
  wire.send(initialize());
  for (const id of [1, 2, 3]) wire.send(callOf(id, 'search_code', { query: 'token' }));
  const exited = wire.end();
  const ids = [await wire.next(), await wire.next(), await wire.next(), await wire.next()].map(({ id }) => id);
  expect(ids.sort()).toEqual([1, 2, 3, 'init']);
  expect(await exited).toBe(0);
});

test('exits after a call was cancelled', async () => {
  const wire = open();
  wire.send(initialize());
  await wire.next();
  wire.send(callOf(1, 'search_code', { query: 'token' }));
  wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  expect(await wire.end()).toBe(0);
});

test('logs to stderr only with --verbose', async () => {
  const silent = open('--no-prewarm');
  silent.send(callOf(1, 'sync_repo'));
  await silent.next();
  await silent.end();
  expect(silent.stderr()).toBe('');
  const verbose = open('-v');
  verbose.send(callOf(1, 'sync_repo'));
  await verbose.next();
  await verbose.end();
  expect(verbose.stderr()).toContain('sync of');
});

describe('progress', () => {
  /** Reads until the job has ended and returns the notifications. */
  async function progressOf(wire: Wire): Promise<{ answer: Message; notifications: Message[] }> {
    const notifications: Message[] = [];
    let answer: Message;
    for (;;) {
      const message = await wire.next();
      if (message.method !== 'notifications/progress') answer = JSON.parse(message.result.content[0].text);
      else notifications.push(message.params);
      const isDone = notifications.some(({ value }) => value.kind === 'end');
      if (answer !== undefined && isDone) return { answer, notifications };
    }
  }

  test.each([{ notifications: {} }, { experimental: { notifications: {} } }])(
    'is sent under the token of the job to a client with %j',
    async (capabilities) => {
      const wire = open();
      wire.send(initialize('2025-06-18', capabilities));
      await wire.next();
      wire.send(callOf(1, 'index_repo', { force: true }));
      const { answer, notifications } = await progressOf(wire);
      expect(answer.progress_token).toBe(`index-job-${answer.job_id}`);
      expect(new Set(notifications.map(({ progressToken }) => progressToken))).toEqual(
        new Set([answer.progress_token]),
      );
      const values = notifications.map(({ progress }) => progress);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      const last = notifications.at(-1);
      expect(last).toMatchObject({
        progress: 100,
        total: 100,
        value: { kind: 'end', title: 'Indexing complete: backend' },
      });
      expect(last.value.message).toMatch(/^Indexed \d+ files, \d+ symbols in \d+\.\ds$/);
      expect(last.message).toBe(last.value.message);
      for (const { value } of notifications.slice(0, -1)) {
        expect(value).toMatchObject({ kind: 'report', title: 'Indexing project: backend' });
        expect(value.message).toMatch(/^(Scanning files|Parsing files|Indexing|Finalizing)/);
        expect(value.percentage).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test('is sent under the token of the call as well', async () => {
    const wire = open();
    wire.send(initialize());
    await wire.next();
    wire.send(callOf(1, 'sync_repo', {}, { progressToken: 'mine' }));
    const { notifications } = await progressOf(wire);
    if (!notifications.some(({ progressToken }) => progressToken === 'mine')) {
      notifications.push((await wire.next()).params);
    }
    expect(notifications.map(({ progressToken }) => progressToken)).toContain('mine');
  });

  test('is not sent to a client that did not request it', async () => {
    const wire = open();
    wire.send(initialize());
    await wire.next();
    wire.send(callOf(1, 'index_repo', { force: true }));
    expect((await wire.next()).id).toBe(1);
    for (let id = 2; ; id++) {
      wire.send(callOf(id, 'index_status'));
      const message = await wire.next();
      expect(message.id).toBe(id);
      if (JSON.parse(message.result.content[0].text).active_job === null) break;
    }
  });
});
