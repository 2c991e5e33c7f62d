/**
 * A half-open connection: the client has finished sending but still reads, as `nc -N` and many small clients do. Node
 * ends such a connection without an answer. A client that is gone looks the same until something is written to it,
 * which its system rejects; an interim response finds that out, so that its call does not go on for nobody.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export function keepHalfOpen(server: Server): void {
  // Node has had this switch since its first versions; its type declarations do not mention it.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}

/**
 * When the probes are sent. The first one makes the other side reject the connection and the second one notices; the
 * others find a client that leaves later. Some clients accept only five interim responses.
 */
const probesAtMs = [0, 10, 100, 1_000, 4_000];

export function probeWhenHalfClosed(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let timers: NodeJS.Timeout[] = [];
  const start = () => {
    timers = probesAtMs.map((delayMs) => setTimeout(() => probe(request, response), delayMs));
  };
  if (socket.readableEnded) start();
  else socket.once('end', start);
  response.once('close', () => {
    socket.off('end', start);
    for (const timer of timers) clearTimeout(timer);
  });
}

function probe({ httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (response.writableEnded || response.destroyed) return;
  if (!response.headersSent) {
    // HTTP 1.0 has no interim responses.
    if (httpVersion === '1.1') response.writeProcessing();
  } else if (response.getHeader('content-type') === 'text/event-stream') {
    // A comment, which a client ignores.
    response.write(':\n\n');
  }
}
