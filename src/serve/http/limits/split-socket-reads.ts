/**
 * Hands what a socket has read to the HTTP parser in pieces. Node parses a read of 64 KB to its end before anything else runs:
 * hundreds of requests where a client sends many without waiting. The second one ends the connection (connection-limit.ts),
 * and what follows it must cost nothing. `maxRequestsPerSocket` and `highWaterMark` do not help, since the parser makes
 * requests of the whole read all the same (test/hostile/hostile-client.test.ts, "250 that send hundreds of requests at once").
 */
import type { Socket } from 'node:net';

/** The first piece of what comes in at once; each further one is twice as long, so that large bodies take few. */
const firstPieceBytes = 512;

export function splitSocketReads(socket: Socket): void {
  // Without a listener the parser reads from the handle below the stream, and `push` is never called.
  socket.on('data', () => {});
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(chunk, encoding);
    let isWanted = true;
    for (let start = 0, length = firstPieceBytes; start < chunk.length; start += length, length = 2 * start) {
      if (socket.destroyed) return false;
      isWanted = push(chunk.subarray(start, start + length), encoding);
    }
    return isWanted;
  };
}
