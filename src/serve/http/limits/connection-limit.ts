/**
 * A limit on connections. When it is exceeded, the connection that has waited longest without a request is closed, so
 * that no client can lock others out with idle or slow connections. `server.maxConnections` closes the newest instead,
 * which is the client with a request (test/hostile/http-attacks.test.ts, "500 idle sockets"). Each connection gets one
 * request at a time; Node accepts all that were sent ("300 that never read"). Some connections are kept free of calls, so
 * that calls which wait for their answers do not lock others out either ("256 whose calls wait").
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that hold no call: new ones, and requests that are answered at once. */
const reserved = 56;
/** Usual calls are answered within milliseconds, but hundreds of clients may call without a pause. */
const maxWaitMs = 10_000;

export class ConnectionLimit {
  readonly #limit: number;
  /** Connections without a complete request, in the order in which they began to wait. */
  readonly #waiting = new Set<Socket>();
  readonly #answering = new Map<Socket, ServerResponse>();
  readonly #inRequest = new Set<Socket>();
  /** Calls that wait for a place. */
  readonly #calls = new Set<() => void>();

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    server.on('connection', (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once('close', () => {
        this.#waiting.delete(socket);
        this.#answered(socket);
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
      this.#answered(socket);
      if (!socket.destroyed) this.#waiting.add(socket);
    });
  }

  /**
   * Resolves to whether a call may wait for its answer: at once, or when other calls have been answered, but not if its
   * client leaves. If too many wait, one whose client does not read its answer gives way.
   */
  async hasPlaceForCall(socket: Socket): Promise<boolean> {
    if (this.#answering.size < this.#limit - reserved) return true;
    const unread = this.#unread();
    if (unread !== undefined) {
      unread.destroy();
      return true;
    }
    return new Promise((resolve) => {
      const settle = (hasPlace: boolean) => {
        clearTimeout(late);
        socket.off('close', leave);
        this.#calls.delete(take);
        resolve(hasPlace);
      };
      const take = () => settle(true);
      const leave = () => settle(false);
      const late = setTimeout(leave, maxWaitMs);
      socket.once('close', leave);
      this.#calls.add(take);
    });
  }

  /** Whether its request is read and nothing of the answer waits for the client to read it. */
  awaitsAnswer(socket: Socket): boolean {
    const response = this.#answering.get(socket);
    return response !== undefined && !response.writableEnded && response.writableLength === 0;
  }

  #answered(socket: Socket): void {
    const [next] = this.#calls;
    if (this.#answering.delete(socket)) next?.();
  }

  /** Returns a connection without a request, else one that does not read its answer, else the newest. */
  #dispensable(): Socket {
    const [longestWaiting] = this.#waiting;
    // The newest connection is waiting too, but has had no time to send a request.
    if (longestWaiting !== undefined && this.#waiting.size > 1) return longestWaiting;
    return this.#unread() ?? (longestWaiting as Socket);
  }

  #unread(): Socket | undefined {
    const isUnread = (socket: Socket, response: ServerResponse) =>
      response.writableEnded && socket.writableLength > 0 && !socket.destroyed;
    return [...this.#answering].find(([socket, response]) => isUnread(socket, response))?.[0];
  }
}
