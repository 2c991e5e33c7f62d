/** JSON-RPC errors: the protocol gives them only a number, so this module adds the error code of the contract. */
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
