/** JSON requests and responses over HTTP. A request refused before it reaches MCP gets a JSON-RPC error as its body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exceededIdLimit, exceededJsonLimit } from '../mcp/json-rpc.ts';
import type { BodyBudget } from './limits/body-budget.ts';

const maxBodyBytes = 4 << 20;
/** The limit for reading a refused body before the connection is closed. */
const maxDrainedBytes = 32 << 20;

/** A request that is refused before it reaches MCP. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, jsonrpcCode?: number) {
    super(message);
    this.status = status;
    this.headers = headers;
    const data = jsonrpcCode === undefined ? {} : { data: { jsonrpc_code: jsonrpcCode } };
    const code = status === 503 ? 'server_busy' : 'invalid_input';
    this.body = { jsonrpc: '2.0', id: null, error: { code, message, ...data } };
  }
}

/** Reads the body of a call. Throws a `Refusal` unless it is a single JSON-RPC message. */
export async function readJson(request: IncomingMessage, bodies: BodyBudget): Promise<Record<string, unknown>> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    await drain(request);
    throw new Refusal(415, `The content type must be application/json, not ${type ?? 'absent'}.`, closing);
  }
  const bytes = await readBody(request, bodies);
  const excess = exceededJsonLimit(bytes);
  if (excess !== undefined) throw new Refusal(400, excess, {}, -32600);
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'The body is not JSON.', {}, -32700);
  }
  if (Array.isArray(parsed)) throw new Refusal(400, 'Batches are not supported; post one message.', {}, -32600);
  if (!isMessage(parsed)) throw new Refusal(400, 'The body is not a JSON-RPC 2.0 message.', {}, -32600);
  const longId = exceededIdLimit(parsed);
  if (longId !== undefined) throw new Refusal(400, longId, {}, -32600);
  return parsed;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    // Reading the rest of an incomplete body would be wasted work.
    ...(response.req.complete ? {} : closing),
    ...headers,
  });
  response.end(text);
}

/** The unread rest of a body would be parsed as the next request. */
const closing = { Connection: 'close' };

function readBody(request: IncomingMessage, bodies: BodyBudget): Promise<Buffer> {
  return bodies.during(async (body) => {
    let length = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxDrainedBytes) break;
      if (length <= maxBodyBytes) body.add(chunk);
      else body.drop();
    }
    if (length > maxBodyBytes) {
      throw new Refusal(413, `The body is too large; the limit is ${maxBodyBytes} bytes.`, closing);
    }
    if (body.isDropped) throw new Refusal(503, 'Too many large bodies at once; send it again.', closing);
    return body.bytes();
  });
}

/**
 * A client that is disconnected while it sends does not see the error, so the body is read to its end, up to a limit.
 */
async function drain(request: IncomingMessage): Promise<void> {
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxDrainedBytes) return;
  }
}

function isMessage(parsed: unknown): parsed is Record<string, unknown> {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const { jsonrpc, method, id, result, error } = parsed as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return false;
  return method === undefined ? result !== undefined || error !== undefined : typeof method === 'string';
}
