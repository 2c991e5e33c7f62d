/**
 * Crumbs are chunks of a body that are far smaller than the work of taking them in. A body of hundreds of them costs its sender
 * little and keeps the server from hearing others, so its connection is ended.
 */
import type { IncomingMessage } from 'node:http';

const fewChunks = 256;
const crumbBytes = 64;

export function endCrumbs(request: IncomingMessage): void {
  let chunks = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  // Where chunks come in, and not where they are read, which is after all that came in at once.
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(chunk, encoding);
    chunks++;
    bytes += chunk.length;
    const isCrumbs = chunks > fewChunks && bytes < chunks * crumbBytes;
    if (isCrumbs) request.socket.destroy();
    return isCrumbs ? false : push(chunk, encoding);
  };
}
