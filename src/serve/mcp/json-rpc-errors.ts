/** Errors below the tools carry a number for the protocol; the word of the registry is added to them on their way out. */
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

interface Trouble {
  readonly path?: readonly unknown[];
  readonly message?: string;
}

/** A handshake that is none fails a check inside the protocol, which then says no more than what was wrong with it. */
function isAboutParams(text: string): boolean {
  return text.startsWith('[') && troublesIn(text)?.[0]?.path?.[0] === 'params';
}

/** Where a check lists every trouble as JSON, the first one is said in a line. */
function oneLine(text: string): string {
  const [, said = 'Invalid params', list = text] = /^(.*?): (\[\n[\s\S]*\])$/.exec(text) ?? [];
  const first = troublesIn(list)?.[0];
  if (first === undefined) return text;
  const place = (first.path ?? []).filter((part) => part !== 'params').join('.');
  return `${said}: ${place === '' ? '' : `"${place}": `}${first.message ?? 'invalid'}`;
}

function troublesIn(text: string): Trouble[] | undefined {
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
