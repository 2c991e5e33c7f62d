/** Closes connections that neither send nor read. A client that waits for its answer is not idle, however long it takes. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export function closeIdle(server: Server, idleMs: number, awaitsAnswer: (socket: Socket) => boolean): void {
  server.timeout = idleMs;
  server.on('timeout', (socket: Socket) => {
    if (awaitsAnswer(socket)) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}
