/**
 * What a connection sends is read in pieces. Left to itself, the server makes requests of everything that has come in before
 * it does anything else, hundreds of them where a client sends many without waiting; the second one ends the connection
 * (limited-connections.ts), and what lies behind it should cost nothing.
 */
import type { Socket } from 'node:net';

/** The first piece of what comes in at once; each further one is twice as long, so that large bodies take few. */
const firstPieceBytes = 512;

export function readInPieces(socket: Socket): void {
  // Without a listener the server reads past the stream.
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
