/** Bytes sent to a server over a plain socket, for requests that no HTTP client sends. */
import { connect } from 'node:net';
import { withDeadline } from './wait-until.ts';

export interface RawAnswer {
  /** Everything that the server sent. */
  readonly text: string;
  /** The last status, after interim responses; undefined without an answer. */
  readonly status: number | undefined;
  readonly headers: string;
  readonly body: string;
}

/** Sends the bytes and returns the answer once the server has closed. With `halfClose`, sending ends with a FIN. */
export function sendRaw(url: string, bytes: string | Buffer, halfClose = false): Promise<RawAnswer> {
  const answer = new Promise<string>((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
    // A server that closes without reading everything resets the connection. What it said before still counts.
    socket.on('error', () => {});
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
  return withDeadline('an answer to raw bytes', answer.then(parsed), 30_000);
}

function parsed(text: string): RawAnswer {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const end = final.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(final)?.[1];
  const headers = final.slice(0, end);
  const body = final.slice(end + 4);
  return {
    text,
    status: status === undefined ? undefined : Number(status),
    headers,
    body: /^transfer-encoding: chunked$/im.test(headers) ? joined(body) : body,
  };
}

function joined(chunks: string): string {
  const length = Number.parseInt(chunks, 16);
  const start = chunks.indexOf('\r\n') + 2;
  return length > 0 ? chunks.slice(start, start + length) + joined(chunks.slice(start + length + 2)) : '';
}
