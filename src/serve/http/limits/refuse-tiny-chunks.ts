/**
 * Ends the connection of a request whose body comes in hundreds of tiny chunks. Taking in a chunk of one byte costs the server
 * a thousand times what it costs to send. Node has no limit for it: with 50 such clients /health waited 33 seconds
 * (test/hostile/hostile-client.test.ts, "50 with bodies in crumbs"; test/serve/http.test.ts).
 */
import type { IncomingMessage } from 'node:http';

const fewChunks = 256;
const tinyBytes = 64;

export function refuseTinyChunks(request: IncomingMessage): void {
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  // Chunks are counted as they come in. Where they are read is too late: all that came in at once has been taken in by then.
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(chunk, encoding);
    chunks++;
    bytes += chunk.length;
    const isTiny = chunks > fewChunks && bytes < chunks * tinyBytes;
    if (isTiny) request.socket.destroy();
    return isTiny ? false : push(chunk, encoding);
  };
}
