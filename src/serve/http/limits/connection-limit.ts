/**
 * A limit on connections: when there are too many, the one that has waited longest without a request is closed, so that
 * nobody can lock others out by holding connections open, silent or slow. `server.maxConnections` closes the newest instead,
 * which is the client with a request (test/hostile/hostile-client.test.ts, "500 idle sockets"). Each connection has one request
 * at a time; Node takes as many as were sent ("250 that send hundreds of requests at once").
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class ConnectionLimit {
  /** Connections without a complete request, in the order in which they began to wait. */
  readonly #waiting = new Set<Socket>();
  readonly #answering = new Map<Socket, ServerResponse>();
  readonly #inRequest = new Set<Socket>();

  constructor(server: Server, limit: number) {
    server.on('connection', (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once('close', () => {
        this.#waiting.delete(socket);
        this.#answering.delete(socket);
      });
      if (this.#waiting.size + this.#answering.size > limit) this.#dispensable().destroy();
    });
  }

  /** Whether a request may be served. One that comes before the last was answered ends its connection: no client of ours sends any. */
  admit(socket: Socket, response: ServerResponse): boolean {
    if (this.#inRequest.has(socket)) {
      socket.destroy();
      return false;
    }
    this.#inRequest.add(socket);
    response.once('close', () => this.#inRequest.delete(socket));
    return true;
  }

  /** A request has been read to its end, and its connection stays until the answer is sent. */
  answer(socket: Socket, response: ServerResponse): void {
    this.#waiting.delete(socket);
    this.#answering.set(socket, response);
    response.once('close', () => {
      this.#answering.delete(socket);
      if (!socket.destroyed) this.#waiting.add(socket);
    });
  }

  /** A connection without a request, else one that does not read its answer, else the newest. */
  #dispensable(): Socket {
    const [longestWaiting] = this.#waiting;
    // The newest connection waits too, and has had no time to send a request.
    if (longestWaiting !== undefined && this.#waiting.size > 1) return longestWaiting;
    const [unread] = [...this.#answering].find(([, response]) => response.writableEnded) ?? [];
    return unread ?? (longestWaiting as Socket);
  }
}
