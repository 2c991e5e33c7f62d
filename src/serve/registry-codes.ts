/** Errors below the tools carry a number for the protocol; the word of the registry is added to them on their way out. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';

const internalError = -32603;

export function withRegistryCode<Message extends JSONRPCMessage>(message: Message): Message {
  if (!('error' in message)) return message;
  const { code, message: text, data } = message.error;
  if (isObject(data) && typeof data.code === 'string') return message;
  const word = code === internalError ? 'internal_error' : 'invalid_input';
  const details = isObject(data) ? data : data === undefined ? {} : { details: data };
  return { ...message, error: { code, message: oneLine(text), data: { ...details, code: word } } };
}

/** Where a check lists every trouble as JSON, the first one is said in a line. */
function oneLine(text: string): string {
  const list = /^(.*?): (\[\n[\s\S]*\])$/.exec(text);
  if (list === null) return text;
  try {
    const [first] = JSON.parse(list[2] as string) as { path?: unknown[]; message?: string }[];
    const place = (first?.path ?? []).filter((part) => part !== 'params').join('.');
    return `${list[1]}: ${place === '' ? '' : `"${place}": `}${first?.message ?? 'invalid'}`;
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
