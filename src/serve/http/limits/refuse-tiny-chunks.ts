/**
 * Closes the connection of a request whose body arrives in hundreds of tiny chunks. Receiving a chunk of one byte costs
 * a thousand times as much as sending it. Node has no limit for it: with 50 such clients /health took 33 seconds
 * (test/hostile/http-attacks.test.ts, "50 with bodies in tiny chunks"; test/serve/http.test.ts).
 */
import type { IncomingMessage } from 'node:http';

const fewChunks = 256;
const tinyBytes = 64;

export function refuseTinyChunks(request: IncomingMessage): void {
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  // Chunks are counted on arrival. When they are read it is too late: Node has already parsed all that arrived at once.
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(chunk, encoding);
    chunks++;
    bytes += chunk.length;
    const isTiny = chunks > fewChunks && bytes < chunks * tinyBytes;
    if (isTiny) request.socket.destroy();
    return isTiny ? false : push(chunk, encoding);
  };
}
