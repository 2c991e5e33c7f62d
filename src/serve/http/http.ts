/**
 * MCP over HTTP: calls are posted to `/` or `/mcp`, and `/health` returns the state of the server. Access is checked
 * first, then path, method and body; valid requests go to the MCP handler.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { CodedError, systemError, toCodedError } from '../../errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { HttpOptions } from '../serve.ts';
import { closeIdle } from './close-idle.ts';
import { keepHalfOpen, probeWhenHalfClosed } from './half-open.ts';
import { guardsOf, isLoopback, unauthorized } from './http-guards.ts';
import { mcpHandler } from './http-mcp.ts';
import { Refusal, readJson, sendJson } from './http-messages.ts';
import { BodyBudget } from './limits/body-budget.ts';
import { ConnectionLimit } from './limits/connection-limit.ts';
import { GarbageLimit } from './limits/garbage-limit.ts';
import { refuseTinyChunks } from './limits/refuse-tiny-chunks.ts';
import { splitSocketReads } from './limits/split-socket-reads.ts';
import { StartThrottle } from './limits/start-throttle.ts';
import { refuseMalformed } from './refuse-malformed.ts';

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** The limit for a client that neither sends nor reads. */
const idleTimeoutMs = 120_000;
const maxConnections = 256;
const maxHeaderBytes = 16_384;
/** The limit for all incomplete bodies together. */
const maxHeldBytes = 16 << 20;
/** Calls started per turn of the event loop: some tens of milliseconds of work. */
const callsPerTurn = 8;
/** The time that running calls get to finish at shutdown. */
const shutdownTimeoutMs = 5_000;

/** Starts to listen. `ended` resolves once the signal has come and the server is closed. */
export async function startHttp(
  engine: Engine,
  options: HttpOptions,
  signal: AbortSignal,
): Promise<{ ended: Promise<void> }> {
  if (options.token === undefined && !isLoopback(options.bind)) {
    throw new CodedError(
      'invalid_input',
      `Binding to ${options.bind} makes the server reachable from other machines and requires a token.`,
      {
        remediation: 'Set CODECOMPASS_TOKEN or --token, or bind to 127.0.0.1.',
      },
    );
  }
  const callMcp = mcpHandler(engine);
  const throttle = new StartThrottle(callsPerTurn);
  const bodies = new BodyBudget(maxHeldBytes);
  const details = shared(() => engine.health('details'));
  const status = shared(() => engine.health('status'));
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    // The access check refuses a request without a host, with a body that says why.
    requireHostHeader: false,
  });
  const garbage = new GarbageLimit();
  server.on('connection', splitSocketReads).on('connection', (socket: Socket) => {
    throttle.arrived();
    socket.on('data', (chunk: Buffer) => garbage.received(chunk.length));
  });
  refuseMalformed(server);
  keepHalfOpen(server);
  const connections = new ConnectionLimit(server, maxConnections);
  closeIdle(server, idleTimeoutMs, (socket) => connections.awaitsAnswer(socket));
  const address = await listen(server, options);
  const guard = guardsOf(options, address.port);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (!connections.admit(request.socket, response)) return;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    refuseTinyChunks(request);
    probeWhenHalfClosed(request, response);
    handle(request, response).catch((thrown) => refuse(engine, response, thrown));
  };
  // Node answers an unknown expectation with an empty 417; ignoring it is as correct.
  server.on('request', serve).on('checkExpectation', serve);
  options.onListening(urlOf(options.bind, address.port));
  return { ended: ended(server, signal) };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const access = guard(request);
    const pathname = pathOf(request);
    if (access === 'status' && pathname !== '/health') throw unauthorized();
    const route = routes[pathname];
    if (route === undefined) throw new Refusal(404, `There is nothing at ${pathname}; calls are posted to / or /mcp.`);
    if (request.method !== route.method) {
      throw new Refusal(405, `${request.method} is not allowed at ${pathname}; use ${route.method}.`, {
        Allow: route.method,
      });
    }
    const body = route.method === 'POST' ? await readJson(request, bodies) : {};
    if (route.method === 'POST' && !(await connections.hasPlaceForCall(request.socket))) {
      throw new Refusal(503, 'Too many calls wait for their answers; send it again.', { 'Retry-After': '1' });
    }
    connections.answer(request.socket, response);
    if (pathname === '/health') {
      sendJson(response, 200, access === 'full' ? await details() : { status: (await status()).status });
    } else {
      // The client may disconnect while the call waits.
      if (await throttle.begin(request.socket)) await callMcp(request, response, body);
    }
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  // Two leading slashes would be read as a host by whoever parses it as a URL.
  if (!url.startsWith('/') || url.startsWith('//')) throw new Refusal(400, `The address ${url} is not a path.`);
  return url.replace(/[?#].*$/s, '');
}

const routes: Readonly<Record<string, { readonly method: string }>> = {
  '/': { method: 'POST' },
  // Many clients are configured with this path by default.
  '/mcp': { method: 'POST' },
  '/health': { method: 'GET' },
};

/** Calls that overlap share one result, because a client without a token may ask as often as it likes. */
function shared<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function listen(server: Server, { bind, port }: HttpOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, bind, port)));
    server.listen({ port, host: bind }, resolve);
  });
  return server.address() as AddressInfo;
}

/** Waits for the signal, then for the running calls. */
async function ended(server: Server, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const insist = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearTimeout(insist);
}

function refuse(engine: Engine, response: ServerResponse, thrown: unknown): void {
  // Restarts the idle timer, which later releases the memory of the refused request.
  engine.stayAwake();
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (thrown instanceof Refusal) {
    sendJson(response, thrown.status, thrown.body, thrown.headers);
    return;
  }
  const { code, message } = toCodedError(thrown);
  engine.log(`http: ${thrown instanceof Error ? thrown.stack : message}`);
  sendJson(response, 500, { jsonrpc: '2.0', id: null, error: { code, message, data: { jsonrpc_code: -32603 } } });
}

function listenFailure(error: NodeJS.ErrnoException, bind: string, port: number): CodedError {
  const exhausted = systemError(error);
  if (exhausted !== undefined) return exhausted;
  const reasons: Readonly<Record<string, { message: string; remediation: string }>> = {
    EADDRINUSE: { message: `Port ${port} on ${bind} is already in use.`, remediation: 'Choose another with --port.' },
    EACCES: {
      message: `This user has no permission to use port ${port} on ${bind}.`,
      remediation: 'Choose one above 1023 with --port.',
    },
    EADDRNOTAVAIL: { message: `This machine has no address ${bind}.`, remediation: 'Choose another with --bind.' },
    ENOTFOUND: { message: `The address ${bind} is unknown.`, remediation: 'Choose another with --bind.' },
  };
  const { message, ...remedy } = reasons[error.code ?? ''] ?? { message: `The server cannot listen: ${error.message}` };
  return new CodedError('invalid_input', message, { ...remedy, cause: error });
}

function urlOf(bind: string, port: number): string {
  return `http://${bind.includes(':') ? `[${bind}]` : bind}:${port}/`;
}
