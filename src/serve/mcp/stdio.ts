/**
 * MCP over standard input and output, one message per line. An invalid line gets an error response and does not affect
 * the others. Calls that are pending when the input ends are still answered, as long as the client lives.
 */
import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { BlockBuffer } from '../block-buffer.ts';
import type { Engine } from '../engine/engine.ts';
import { exceededIdLimit, exceededJsonLimit, idInBytes, idOf, withErrorCode } from './json-rpc.ts';
import { createMcpServer } from './mcp-server.ts';

const maxLineBytes = 8 << 20;
/** Backpressure: the input is paused while a client has this much unread output or this many unanswered calls. */
const maxUnreadBytes = 16 << 20;
const maxUnanswered = 1_000;
/** How long pending calls may run after the input has ended. */
const lastAnswersMs = 30_000;
const betweenParentChecksMs = 200;

/** Serves until the input ends or the signal aborts. */
export async function serveOverStdio(
  engine: Engine,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const transport = new LineTransport(input, output, () => engine.noMoreCalls());
  const client = {
    takesNotifications: () => transport.takesNotifications,
    canHearLater: true,
    sharesFolders: true,
    whenRead: () => transport.whenRead(),
  };
  const handle = serveStdio(() => createMcpServer(engine, client), {
    transport,
    onerror: (error) => engine.log(`protocol: ${error.message}`),
  });
  const stop = () => void handle.close();
  signal.addEventListener('abort', stop, { once: true });
  await transport.closed;
  signal.removeEventListener('abort', stop);
  await handle.close();
}

class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** The SDK's schema drops the capability that the contract defines, so it is read from the raw message. */
  takesNotifications = false;
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  /** The client, or a program that it started. An orphan gets another parent. */
  readonly #parent = process.ppid;
  readonly #onEnd: () => void;
  readonly #pending = new Set<string | number>();
  readonly #line = new BlockBuffer();
  #lineBytes = 0;
  #drained: Promise<void> | undefined;
  #hasEnded = false;
  #isClosed = false;
  #settle: () => void = () => {};

  constructor(input: Readable, output: Writable, onEnd: () => void) {
    this.#input = input;
    this.#output = output;
    this.#onEnd = onEnd;
    this.closed = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#input.on('end', () => this.#end());
    this.#input.on('close', () => this.#end());
    this.#input.on('error', (error: Error) => this.onerror?.(error));
    // The client is gone, so no response can reach it.
    this.#output.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    const isProgress = 'method' in message && message.method === 'notifications/progress';
    // Whoever reads later needs only the latest.
    if (isProgress && this.#isBacklogged) return;
    const isWritten = this.#output.write(`${JSON.stringify(withErrorCode(message))}\n`);
    if ('id' in message && !('method' in message)) this.#pending.delete(message.id as string | number);
    this.#listenIfRead();
    if (!isWritten) await this.#drain();
    this.#closeIfDone();
  }

  /** Resolves when the client has read enough for another answer. */
  async whenRead(): Promise<void> {
    if (this.#isBacklogged && !this.#isClosed) await Promise.race([this.#drain(), this.closed]);
  }

  get #isBacklogged(): boolean {
    return this.#output.writableLength > maxUnreadBytes;
  }

  /** Waits until the output is drained. Concurrent callers share one promise. */
  #drain(): Promise<void> {
    this.#drained ??= new Promise((resume) => {
      this.#output.once('drain', () => {
        this.#drained = undefined;
        this.#listenIfRead();
        resume();
      });
    });
    return this.#drained;
  }

  #listenIfRead(): void {
    if (this.#isClosed) return;
    const isBehind = this.#pending.size > maxUnanswered || this.#isBacklogged;
    if (isBehind) this.#input.pause();
    else if (this.#input.isPaused()) this.#input.resume();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.pause();
    this.onclose?.();
    this.#settle();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#gather(rest.subarray(0, end));
      this.#finishLine();
      rest = rest.subarray(end + 1);
    }
    this.#gather(rest);
  }

  /** Buffers a part of a line. For a line that is too long, only the length is kept. */
  #gather(part: Buffer): void {
    this.#lineBytes += part.length;
    if (this.#lineBytes <= maxLineBytes) this.#line.add(part);
    else this.#line.clear();
  }

  #finishLine(): void {
    const bytes = this.#lineBytes;
    const line = this.#line.bytes();
    this.#line.clear();
    this.#lineBytes = 0;
    if (bytes > maxLineBytes)
      return void this.#refuse(-32600, `The message has ${bytes} bytes; the limit is ${maxLineBytes}.`);
    const excess = exceededJsonLimit(line);
    if (excess !== undefined) return void this.#refuse(-32600, excess, idInBytes(line));
    const text = line.toString('utf8').trim();
    if (text === '') return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return void this.#refuse(-32700, 'The line is not JSON.');
    }
    this.#deliver(parsed);
  }

  #deliver(parsed: unknown): void {
    if (Array.isArray(parsed))
      return void this.#refuse(-32600, 'Batches are not supported; send one message per line.');
    const longId = exceededIdLimit(parsed);
    if (longId !== undefined) return void this.#refuse(-32600, longId, idOf(parsed));
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(parsed);
    } catch {
      return void this.#refuse(-32600, 'The line is not a JSON-RPC 2.0 message.', idOf(parsed));
    }
    if ('method' in message && 'id' in message) {
      this.#pending.add(message.id as string | number);
      this.#listenIfRead();
    }
    if ('method' in message && message.method === 'initialize') {
      this.takesNotifications = declaresNotifications(message.params);
    }
    // A cancelled call gets no response.
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.#pending.delete((message.params as { requestId?: string | number } | undefined)?.requestId ?? '');
    }
    this.onmessage?.(message);
  }

  #refuse(code: number, text: string, id: string | number | null = null): void {
    const error = { code, message: text, data: { code: 'invalid_input' } };
    if (!this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)) void this.#drain();
    this.#listenIfRead();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#lineBytes > 0) this.#finishLine();
    this.#onEnd();
    setTimeout(() => void this.close(), lastAnswersMs).unref();
    const parent = setInterval(() => process.ppid !== this.#parent && void this.close(), betweenParentChecksMs);
    void this.closed.then(() => clearInterval(parent));
    // Messages that were just read may not be registered as pending yet.
    setImmediate(() => this.#closeIfDone());
  }

  #closeIfDone(): void {
    if (this.#hasEnded && this.#pending.size === 0) void this.close();
  }
}

/** Whether the client's capabilities include `notifications` or `experimental.notifications`. */
export function declaresNotifications(params: unknown): boolean {
  const { capabilities } = (params ?? {}) as { capabilities?: Record<string, unknown> };
  const experimental = capabilities?.experimental as Record<string, unknown> | undefined;
  return capabilities?.notifications !== undefined || experimental?.notifications !== undefined;
}
