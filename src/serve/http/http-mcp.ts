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
import type { Service } from '../../project/service.ts';
import { withErrorCode } from '../mcp/json-rpc.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';

type Body = Readonly<Record<string, unknown>>;

export function mcpHandler(
  service: Service,
): (request: IncomingMessage, response: ServerResponse, body: Body) => Promise<void> {
  const client = { takesNotifications: () => false, canHearLater: false, sharesFolders: false };
  const modern = createMcpHandler(() => createMcpServer(service, client), {
    legacy: 'reject',
    onerror: (error) => service.options.log(`protocol: ${error.message}`),
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
    transport.send = (message, options) => send(withErrorCode(message), options);
    const server = createMcpServer(service, client);
    await server.connect(transport);
    const response = await transport.handleRequest(acceptingBoth(request), { parsedBody: body });
    return body.method === 'initialize' ? withSession(response) : response;
  }
}

/** Adds a session id for clients that keep sessions. The server ignores it, so it survives a restart. */
function withSession(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('mcp-session-id', randomUUID());
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

/** The newer generation requires status 404 for an unknown method. */
async function decorated(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const message = JSON.parse(text) as JSONRPCMessage;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const isUnknownMethod = 'error' in message && message.error.code === methodNotFound;
  const status = isUnknownMethod ? 404 : response.status;
  return new Response(JSON.stringify(withErrorCode(message)), { status, headers });
}
