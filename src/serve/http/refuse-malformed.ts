/**
 * Requests that Node's parser rejects, or that it would close without an answer, get a status and a JSON-RPC error like
 * every other refused request. Node's own answers have no body.
 */
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from './http-messages.ts';

export function refuseMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = refusals[error.code ?? ''] ?? [400, 'The request is not valid HTTP/1.1.'];
    refuse(socket, status, message);
  });
  server.on('connect', (_, socket) => refuse(socket, 405, 'CONNECT is not allowed; calls are posted to / or /mcp.'));
}

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** Writes the answer unless another one has begun, and closes the connection: what follows cannot be parsed. */
function refuse(socket: Duplex, status: number, message: string): void {
  if (socket.writable && !hasBegunAnswer(socket)) {
    const body = JSON.stringify(new Refusal(status, message).body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

/** Node keeps the response that a connection is writing here. */
function hasBegunAnswer(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: { readonly headersSent: boolean } | null };
  return response?.headersSent ?? false;
}
