/**
 * MCP calls over HTTP, in both generations of the protocol. The older one is served without sessions, with one server
 * per request, so that a bare call needs no handshake; the newer one has no handshake.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Engine } from '../engine/engine.ts';
import { withErrorCode } from '../mcp/json-rpc.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { RunningCalls } from './running-calls.ts';

type Body = Readonly<Record<string, unknown>>;

export function mcpHandler(
  engine: Engine,
  running = new RunningCalls(),
): (request: IncomingMessage, response: ServerResponse, body: Body) => Promise<void> {
  const client = { takesNotifications: () => false, canHearLater: false, sharesFolders: false };
  const modern = createMcpHandler(() => createMcpServer(engine, client), {
    legacy: 'reject',
    onerror: (error) => engine.log(`protocol: ${error.message}`),
  });
  const handler = toNodeHandler({
    fetch: async (request: Request, options?: { parsedBody?: unknown }) => {
      const body = options?.parsedBody as Body;
      if (await isLegacyRequest(request, body)) return legacy(request, body);
      return decorated(await modern.fetch(request, { parsedBody: body }));
    },
  });
  return async (request, response, body) => {
    // Node's types allow `undefined` where those of the adapter do not.
    await handler(request as Parameters<typeof handler>[0], response, body);
  };

  async function legacy(request: Request, body: Body): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsStream(request, body) });
    const send = transport.send.bind(transport);
    const server = createMcpServer(engine, client);
    const session = request.headers.get(sessionHeader);
    if (body.method === 'notifications/cancelled') running.cancel(session, requestIdIn(body));
    let cancel = () => {};
    let isCancelled = false;
    const cancelled = new Promise<void>((resolve) => {
      cancel = () => {
        isCancelled = true;
        resolve();
      };
    });
    const remove = isRequest(body) ? running.add(session, body.id, cancel) : () => {};
    // Closing the server ends its call and the stream of its answer.
    const end = () => {
      remove();
      void server.close().catch(() => {});
    };
    void cancelled.then(end);
    request.signal.addEventListener('abort', cancel, { once: true });
    if (request.signal.aborted) cancel();
    transport.send = async (message, options) => {
      const isAnswer = !('method' in message);
      if (isAnswer) remove();
      await send(withErrorCode(message), options).finally(() => isAnswer && end());
    };
    let isStreamed = false;
    try {
      await server.connect(transport);
      const answer = transport.handleRequest(acceptingBoth(request), { parsedBody: body });
      const first = await Promise.race([answer, cancelled.then(noAnswer)]);
      // A server that was closed before it read the request answers too, with an error about the session.
      const response = isCancelled ? noAnswer() : first;
      isStreamed = response.headers.get('content-type') === 'text/event-stream';
      return body.method === 'initialize' ? withSession(response) : response;
    } finally {
      // A stream ends with its answer; anything else is complete now, also if there is no answer to it.
      if (!isStreamed) end();
    }
  }
}

/** Responses have an id as well, but nothing answers them. */
function isRequest(body: Body): boolean {
  return body.method !== undefined && body.id !== undefined;
}

function requestIdIn({ params }: Body): unknown {
  return (params as { requestId?: unknown } | undefined)?.requestId;
}

/** What a cancelled call gets: no message, as after a notification. */
function noAnswer(): Response {
  return new Response(null, { status: 202 });
}

const sessionHeader = 'mcp-session-id';

/** Adds a session id for clients that keep sessions. The server ignores it, so it survives a restart. */
function withSession(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(sessionHeader, randomUUID());
  return new Response(response.body, { status: response.status, headers });
}

/** A stream is useful only if progress is sent before the answer. */
function wantsStream(request: Request, body: Body): boolean {
  const { _meta } = (body.params ?? {}) as { _meta?: { progressToken?: unknown } };
  const accepts = request.headers.get('accept')?.includes('text/event-stream') ?? false;
  return accepts && _meta?.progressToken !== undefined;
}

/** A bare call has no `Accept` header, which the transport requires. The answer is JSON in any case. */
function acceptingBoth(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: 'POST', headers, signal: request.signal });
}

const methodNotFound = -32601;

/** An error in a JSON-RPC response has status 200, as the contract says; the SDK uses 404 for an unknown method. */
async function decorated(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const message = JSON.parse(text) as JSONRPCMessage;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const isUnknownMethod = 'error' in message && message.error.code === methodNotFound;
  const status = isUnknownMethod ? 200 : response.status;
  return new Response(JSON.stringify(withErrorCode(message)), { status, headers });
}
