/**
 * A limit on connections. When it is exceeded, the connection that has waited longest without a request is closed, so
 * that no client can lock others out with idle or slow connections. `server.maxConnections` closes the newest instead,
 * which is the client with a request (test/hostile/http-attacks.test.ts, "500 idle sockets"). Each connection gets one
 * request at a time; Node accepts all that were sent ("300 that never read").
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

  /**
   * Whether a request may be served. Closes the connection if the previous one is unanswered: MCP clients do not
   * pipeline.
   */
  admit(socket: Socket, response: ServerResponse): boolean {
    if (this.#inRequest.has(socket)) {
      socket.destroy();
      return false;
    }
    this.#inRequest.add(socket);
    response.once('close', () => this.#inRequest.delete(socket));
    return true;
  }

  /** Marks a request as completely read. Its connection stays open until the answer is sent. */
  answer(socket: Socket, response: ServerResponse): void {
    this.#waiting.delete(socket);
    this.#answering.set(socket, response);
    response.once('close', () => {
      this.#answering.delete(socket);
      if (!socket.destroyed) this.#waiting.add(socket);
    });
  }

  /** Whether its request is read and nothing of the answer waits for the client to read it. */
  awaitsAnswer(socket: Socket): boolean {
    const response = this.#answering.get(socket);
    return response !== undefined && !response.writableEnded && response.writableLength === 0;
  }

  /** Returns a connection without a request, else one that does not read its answer, else the newest. */
  #dispensable(): Socket {
    const [longestWaiting] = this.#waiting;
    // The newest connection is waiting too, but has had no time to send a request.
    if (longestWaiting !== undefined && this.#waiting.size > 1) return longestWaiting;
    const [unread] = [...this.#answering].find(([, response]) => response.writableEnded) ?? [];
    return unread ?? (longestWaiting as Socket);
  }
}
