/**
 * Attacks on the HTTP server by clients that are slow, greedy or talk nonsense: each is stopped by its own defence, and others
 * are served meanwhile. `CODECOMPASS_TEST_ATTACK_SECONDS` has each attack go on for so long, and checks latency as well.
 */
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMeasure, holdingsOf, processorMs, serverProcesses } from '../support/measure-process.ts';
import { createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

const attackSeconds = Number(process.env.CODECOMPASS_TEST_ATTACK_SECONDS ?? 0);
const isLong = attackSeconds > 0;
/** Enough for endless bodies to pass what the server holds of them, and for a defence that counts to have counted. */
const shortRounds = 16;
const betweenRoundsMs = isLong ? 50 : 10;
/** Attackers send on so often. */
const betweenSendsMs = isLong ? 100 : 0;

/** What the server promises: connections at most, bytes of unfinished bodies at most, memory at most. */
const maxConnections = 256;
const maxHeldBytes = 16 << 20;
const maxResidentMb = 250;
const maxWorkMs = 1_000;

let fixture: Fixture;
let server: HttpServer;
let port: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  server = await startHttp(fixture);
  port = new URL(server.url).port;
});
afterAll(async () => {
  await server?.end();
  fixture?.remove();
});

interface Attack {
  readonly what: string;
  readonly sockets: number;
  /** What each attacker sends first, and again and again from then on. */
  readonly begin: string;
  readonly go?: string;
  readonly neverReads?: boolean;
  /** When the attacker starts again: on a new connection once it is closed, or on the same one after each response. */
  readonly repeats?: 'after close' | 'after response';
  /** What must have become of the attackers, by the defence that is meant for them. */
  readonly outcome: (attackers: readonly Attacker[]) => Promise<void>;
}

interface Attacker {
  socket: Socket;
  readonly said: () => string;
  sentBytes: number;
  /** How many of its connections were closed. */
  closes: number;
  isOver: boolean;
}

const maxSaidLength = 1 << 20;

const head = (target: string, more: string) =>
  `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n${more}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const tinyChunks = '1\r\n \r\n'.repeat(10_000);
const toolsList = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const listTools = head('/', `Content-Length: ${toolsList.length}\r\n`).concat(toolsList);

const attacks: readonly Attack[] = [
  { what: '500 idle sockets', sockets: 500, begin: '', outcome: expectEviction },
  {
    what: '300 that send their headers byte by byte',
    sockets: 300,
    begin: 'POST / HTTP/1.1\r\nX: ',
    go: 'x',
    outcome: expectEviction,
  },
  {
    what: '300 that send their bodies byte by byte',
    sockets: 300,
    begin: `${head('/', 'Content-Length: 100000\r\n')}{`,
    go: ' ',
    outcome: expectEviction,
  },
  {
    what: '50 with endless bodies',
    sockets: 50,
    begin: head('/', chunked),
    go: `10000\r\n${' '.repeat(0x10000)}\r\n`,
    outcome: expectBoundedBodies,
  },
  {
    what: '50 with bodies in tiny chunks',
    sockets: 50,
    begin: head('/', chunked),
    go: tinyChunks,
    outcome: expectAllCutOff,
  },
  {
    what: '50 that send on after the answer',
    sockets: 50,
    begin: head('/nowhere', chunked),
    go: tinyChunks,
    outcome: expectAllCutOff,
  },
  {
    what: '300 that never read',
    sockets: 300,
    begin: listTools.repeat(40),
    neverReads: true,
    outcome: expectNoPipelining,
  },
  {
    what: '100 that speak something else',
    sockets: 100,
    begin: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    go: '\0',
    outcome: expectBadRequest,
  },
  {
    what: '250 that send hundreds of requests at once',
    sockets: 250,
    begin: listTools.repeat(300),
    repeats: 'after close',
    outcome: expectRepeatedCutOff,
  },
  {
    what: '250 that call without a pause',
    sockets: 250,
    begin: listTools,
    repeats: 'after response',
    outcome: expectService,
  },
];

const limits = { timeout: 120_000 + attackSeconds * 4_000 };
test.each(attacks.map((attack) => [attack.what, attack] as const))('%s stop nobody', limits, async (_, attack) => {
  const { pid } = server.process;
  const before = measured(pid);
  const attackers = Array.from({ length: attack.sockets }, () => startAttacker(attack));
  const waits: number[] = [];
  /** What the server did before it answered, however long others kept it from doing it. */
  const works: number[] = [];
  try {
    await Promise.race([Promise.all(attackers.map(({ socket }) => connected(socket))), pause(5_000)]);
    const endMs = performance.now() + attackSeconds * 1_000;
    let nextSendMs = 0;
    for (let round = 0; round < shortRounds || performance.now() < endMs; round++) {
      if (performance.now() >= nextSendMs) {
        for (const attacker of attackers) sendOn(attacker, attack.go);
        nextSendMs = performance.now() + betweenSendsMs;
      }
      const startedMs = performance.now();
      const spentBeforeMs = spentMs(pid);
      expect(await ask('GET /health HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
      waits.push(performance.now() - startedMs);
      works.push(spentMs(pid) - spentBeforeMs);
      if (!isLong || round % 10 === 0) expect(await callTool()).toContain('src/auth/jwt.rs');
      await pause(betweenRoundsMs);
    }
    const during = measured(pid);
    report(attack.what, waits, works, during);
    if (during !== undefined) expect(during.residentMb).toBeLessThan(maxResidentMb);
    if (isLong) expect(canMeasure ? Math.max(...works) : Math.max(...waits)).toBeLessThan(maxWorkMs);
    await attack.outcome(attackers);
  } finally {
    for (const attacker of attackers) {
      attacker.isOver = true;
      attacker.socket.destroy();
    }
  }
  if (before !== undefined) {
    await waitUntil(
      'the connections to be given back',
      () => measured(pid)?.openFiles ?? 0,
      (files) => files <= before.openFiles + 20,
    );
  }
  expect(await callTool()).toContain('src/auth/jwt.rs');
});

test.runIf(canMeasure)('256 whose calls wait lock nobody out', limits, async () => {
  const [, engine] = serverProcesses(server.process.pid as number);
  expect(await callTool()).toContain('src/auth/jwt.rs');
  process.kill(engine as number, 'SIGSTOP');
  const waiting = Array.from({ length: 256 }, () => callTool().catch(() => 'cut off'));
  try {
    expect(await ask('GET /health HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    process.kill(engine as number, 'SIGCONT');
  }
  const answers = await Promise.all(waiting);
  expect(answers.filter((answer) => answer.includes('src/auth/jwt.rs')).length).toBeGreaterThanOrEqual(200);
  expect(await callTool()).toContain('src/auth/jwt.rs');
});

/** Too many connections: those that ask nothing give way, the oldest first. */
async function expectEviction(attackers: readonly Attacker[]): Promise<void> {
  await waitUntil(
    `${attackers.length - maxConnections} connections to give way`,
    () => attackers.filter(isCutOff).length,
    (evicted) => evicted >= attackers.length - maxConnections,
  );
}

/** Closed by a defence. A connection that the server closes for want of time is told so, which is Node's doing and comes late. */
function isCutOff({ socket, said }: Attacker): boolean {
  return socket.closed && !said().includes('HTTP/1.1 408 ');
}

/** Of unfinished bodies only so much is held: of those that end now, the rest are refused as too large or too many. */
async function expectBoundedBodies(attackers: readonly Attacker[]): Promise<void> {
  const sentBytes = attackers.reduce((sum, each) => sum + each.sentBytes, 0);
  expect(sentBytes).toBeGreaterThan(maxHeldBytes);
  for (const { socket } of attackers) if (!socket.destroyed) socket.write('0\r\n\r\n');
  await waitUntil(
    'each body to be answered or cut off',
    () => attackers.filter(({ socket, said }) => !socket.closed && said() === '').length,
    (silent) => silent === 0,
  );
  // Spaces are no JSON, so a body that was held as a whole is answered with 400.
  const held = attackers.filter(({ said }) => said().startsWith('HTTP/1.1 400 '));
  expect(held.reduce((sum, each) => sum + each.sentBytes, 0)).toBeLessThanOrEqual(maxHeldBytes);
  const refused = attackers.filter(({ socket, said }) => socket.closed || /^HTTP\/1\.1 (413|503) /.test(said()));
  expect(held.length + refused.length).toBeGreaterThanOrEqual(attackers.length);
}

async function expectAllCutOff(attackers: readonly Attacker[]): Promise<void> {
  await waitUntil(
    'every connection to be cut off',
    () => attackers.filter((attacker) => !isCutOff(attacker)).length,
    (left) => left === 0,
  );
}

/** A second request before the first is answered ends the connection, so nobody gets more than one answer. */
async function expectNoPipelining(attackers: readonly Attacker[]): Promise<void> {
  for (const { socket } of attackers) socket.resume();
  await expectAllCutOff(attackers);
  const answers = attackers.map(({ said }) => said().split('HTTP/1.1 ').length - 1);
  expect(Math.max(...answers)).toBeLessThanOrEqual(1);
}

async function expectBadRequest(attackers: readonly Attacker[]): Promise<void> {
  await expectAllCutOff(attackers);
  // An answer may be lost when the connection is reset, but not every one.
  const said = attackers.map((each) => each.said()).filter((text) => text !== '');
  expect(said.length).toBeGreaterThan(0);
  for (const text of said) expect(text).toMatch(/^HTTP\/1\.1 400 /);
}

/** Each connection with pipelined requests is cut off, and so is the next one of the same attacker. */
async function expectRepeatedCutOff(attackers: readonly Attacker[]): Promise<void> {
  await waitUntil(
    'every attacker to be cut off',
    () => attackers.filter(({ closes }) => closes === 0).length,
    (left) => left === 0,
  );
}

/** One request at a time is legitimate: these clients are served, but not before others. */
async function expectService(attackers: readonly Attacker[]): Promise<void> {
  await waitUntil(
    'the repeating clients to be served',
    () => attackers.some(({ said }) => said().startsWith('HTTP/1.1 200 ')),
    (isServed) => isServed,
  );
}

function startAttacker({ begin, neverReads = false, repeats }: Attack): Attacker {
  let said = '';
  const attacker: Attacker = { socket: new Socket(), said: () => said, sentBytes: 0, closes: 0, isOver: false };
  const start = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    attacker.socket = socket;
    if (neverReads) socket.pause();
    socket.on('data', (chunk: Buffer) => {
      // Repeating attackers receive megabytes; the first responses are enough to check.
      if (said.length < maxSaidLength) said += chunk.toString('latin1');
      if (repeats === 'after response') socket.write(begin.replaceAll('PORT', port));
    });
    if (neverReads) socket.pause();
    socket.on('close', () => {
      attacker.closes++;
      if (repeats === 'after close' && !attacker.isOver) setTimeout(start, 20);
    });
    socket.write(begin.replaceAll('PORT', port));
  };
  start();
  return attacker;
}

function sendOn(attacker: Attacker, go: string | undefined): void {
  const { socket } = attacker;
  if (go === undefined || socket.destroyed || socket.writableLength >= 1 << 20) return;
  socket.write(go);
  attacker.sentBytes += go.length;
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
}

/** A call of a client that behaves, on a connection of its own. */
function callTool(): Promise<string> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'locate_symbol', arguments: { name: 'validate_token' } },
  });
  return ask('POST / HTTP/1.1', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, body);
}

/** All that the server answers to one request. */
function ask(request: string, headers = '', body = ''): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
    socket.write(`${request}\r\nHost: 127.0.0.1:${port}\r\n${headers}Connection: close\r\n\r\n${body}`);
  });
  return withDeadline(`an answer to ${request}`, answer, 30_000);
}

function measured(pid: number | undefined) {
  return canMeasure && pid !== undefined ? holdingsOf(pid) : undefined;
}

function spentMs(pid: number | undefined): number {
  return canMeasure && pid !== undefined ? processorMs(pid) : 0;
}

function report(
  what: string,
  waits: readonly number[],
  works: readonly number[],
  during: ReturnType<typeof measured>,
): void {
  if (!isLong) return;
  const slowestMs = Math.round(Math.max(...waits));
  reportSoak({
    [`answers during the attack by ${what}`]: waits.length,
    'ms the slowest': slowestMs,
    'ms of work before an answer at most': Math.max(...works),
    MB: during?.residentMb ?? 0,
  });
}
