/**
 * Passes socket reads to the HTTP parser in pieces. Node parses a read of 64 KB completely before anything else runs,
 * which means hundreds of requests if a client pipelines them. The second one closes the connection
 * (connection-limit.ts), and the rest must cost nothing. `maxRequestsPerSocket` and `highWaterMark` do not help, since
 * the parser still creates a request for each (test/hostile/http-attacks.test.ts, "300 that never read").
 */
import type { Socket } from 'node:net';

/** The first piece of a read. Pieces double in length, so that large bodies need few of them. */
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
