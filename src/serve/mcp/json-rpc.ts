/** JSON-RPC: adds the error codes of the contract to protocol errors, and limits the size and depth of messages. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

const internalError = -32603;
const invalidParams = -32602;

export function withErrorCode<Message extends JSONRPCMessage>(message: Message): Message {
  if (!('error' in message)) return message;
  const { message: text, data } = message.error;
  if (isObject(data) && typeof data.code === 'string') return message;
  const code = isAboutParams(text) ? invalidParams : message.error.code;
  const word = code === internalError ? 'internal_error' : 'invalid_input';
  const details = isObject(data) ? data : data === undefined ? {} : { details: data };
  return { ...message, error: { code, message: oneLine(text), data: { ...details, code: word } } };
}

interface ValidationIssue {
  readonly path?: readonly unknown[];
  readonly message?: string;
}

/** For an invalid handshake, the SDK reports a bare list of validation issues instead of invalid params. */
function isAboutParams(text: string): boolean {
  return text.startsWith('[') && issuesIn(text)?.[0]?.path?.[0] === 'params';
}

/** Shortens a JSON list of validation issues to one line about the first. */
function oneLine(text: string): string {
  const [, summary = 'Invalid params', list = text] = /^(.*?): (\[\n[\s\S]*\])$/.exec(text) ?? [];
  const first = issuesIn(list)?.[0];
  if (first === undefined) return text;
  const place = (first.path ?? []).filter((part) => part !== 'params').join('.');
  return `${summary}: ${place === '' ? '' : `"${place}": `}${first.message ?? 'invalid'}`;
}

function issuesIn(text: string): ValidationIssue[] | undefined {
  if (!text.startsWith('[\n')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every(isObject) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Limits on a JSON message: its nesting depth and its number of values. Validating a message above them would overflow
 * the stack or block the event loop for seconds, so the limits are checked on the raw bytes.
 */
const maxDepth = 200;
const maxValues = 10_000;

/** Returns a sentence that names the exceeded limit; undefined if the message is within all limits. */
export function exceededJsonLimit(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === openBrace || byte === openBracket) {
      depth++;
      if (depth > maxDepth) return `The message is nested deeper than ${maxDepth} levels.`;
    } else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === comma) {
      values++;
      if (values > maxValues) return `The message has more than ${maxValues} values.`;
    }
  }
  return undefined;
}

/** Ids are kept while a call runs, and most are short: clients number their calls. */
export const maxIdLength = 1_000;

/**
 * Returns a sentence that names the limit if the id of the message, or its progress token, is longer than that. A token
 * is repeated in every notification.
 */
export function exceededIdLimit(message: unknown): string | undefined {
  const { id, params } = isObject(message) ? message : {};
  const meta = isObject(params) ? params._meta : undefined;
  const tooLong = (what: string, value: unknown) =>
    typeof value === 'string' && value.length > maxIdLength
      ? `The ${what} of the message has ${value.length} characters; the limit is ${maxIdLength}.`
      : undefined;
  return tooLong('id', id) ?? tooLong('progress token', isObject(meta) ? meta.progressToken : undefined);
}

/** Returns the id of a message for its refusal; null if it has none, or one over the limit. */
export function idOf(message: unknown): string | number | null {
  const id = isObject(message) ? message.id : undefined;
  return typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength) ? id : null;
}

/** Returns the id of a message that exceeds a limit, and so is not parsed; null if none is found. */
export function idInBytes(bytes: Buffer): string | number | null {
  let id: string | number | null = null;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === quote) {
      const end = endOfString(bytes, at);
      if (depth === 1 && end - at === 3 && bytes.toString('latin1', at, end) === '"id') {
        // As in a parsed object, the last one counts. An escaped character takes up to six bytes.
        id = idAfterKey(bytes.toString('utf8', end + 1, end + 10 + 6 * maxIdLength)) ?? id;
      }
      at = end;
    }
  }
  return id;
}

function idAfterKey(text: string): string | number | undefined {
  const value = /^\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/.exec(text)?.[1];
  if (value === undefined) return undefined;
  try {
    const id: unknown = JSON.parse(value);
    if (typeof id === 'number') return id;
    return typeof id === 'string' && id.length <= maxIdLength ? id : undefined;
  } catch {
    return undefined;
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the offset of the quote that closes the string opened at `start`, or the end of the input. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
