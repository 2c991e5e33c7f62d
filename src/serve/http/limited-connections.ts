/**
 * Limited connections: when there are too many, the one that has waited longest without asking anything gives way, so that
 * nobody can shut others out by holding connections open, silent or slow. Each asks one thing at a time.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class LimitedConnections {
  /** Those whose request is not here yet, in the order in which they began to wait. */
  readonly #waiting = new Set<Socket>();
  readonly #answering = new Map<Socket, ServerResponse>();
  readonly #asking = new Set<Socket>();

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

  /** Whether a request may be heard. One that comes before the last was answered ends its connection: none of our clients sends such. */
  ask(socket: Socket, response: ServerResponse): boolean {
    if (this.#asking.has(socket)) {
      socket.destroy();
      return false;
    }
    this.#asking.add(socket);
    response.once('close', () => this.#asking.delete(socket));
    return true;
  }

  /** A request has been heard to its end, and its connection stays until the answer is sent. */
  answer(socket: Socket, response: ServerResponse): void {
    this.#waiting.delete(socket);
    this.#answering.set(socket, response);
    response.once('close', () => {
      this.#answering.delete(socket);
      if (!socket.destroyed) this.#waiting.add(socket);
    });
  }

  /** Who asks nothing, else who does not read what was answered, else the last to come. */
  #dispensable(): Socket {
    const [longestWaiting] = this.#waiting;
    // The newest connection waits too, and has had no time to ask.
    if (longestWaiting !== undefined && this.#waiting.size > 1) return longestWaiting;
    const [unread] = [...this.#answering].find(([, response]) => response.writableEnded) ?? [];
    return unread ?? (longestWaiting as Socket);
  }
}
