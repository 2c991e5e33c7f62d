/**
 * Access checks for HTTP requests. A web page must not reach a server on its visitor's machine, neither by DNS
 * rebinding (`Host` is checked) nor from its own origin (`Origin` is checked). If a token is set, a request without it
 * gets nothing but the status of the server.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { Refusal } from './http-messages.ts';

export interface GuardOptions {
  readonly bind: string;
  readonly token?: string;
  readonly allowedHosts: readonly string[];
}

/** `full`: everything; `status`: only what a probe needs. */
export type Access = 'full' | 'status';

/** Returns a function that throws a `Refusal` for a request that must not be served. */
export function guardsOf(options: GuardOptions, port: number): (request: IncomingMessage) => Access {
  const hosts = new Set([...namesOf(options.bind), ...options.allowedHosts].flatMap((name) => withPort(name, port)));
  const tokenDigest = options.token === undefined ? undefined : digest(options.token);
  return ({ headers, rawHeaders }) => {
    const repeated = repeatedIn(rawHeaders);
    if (repeated !== undefined) throw new Refusal(400, `The header ${repeated} is sent more than once.`);
    const host = headers.host?.toLowerCase();
    if (host === undefined || !hosts.has(host)) throw new Refusal(403, `The host ${host ?? ''} is not served here.`);
    const { origin } = headers;
    if (origin !== undefined && !isSameOrigin(origin, hosts)) {
      throw new Refusal(403, `The origin ${origin} may not call this server.`);
    }
    if (tokenDigest === undefined) return 'full';
    if (headers.authorization === undefined) return 'status';
    const sent = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '';
    if (!timingSafeEqual(digest(sent), tokenDigest)) throw unauthorized();
    return 'full';
  };
}

/** Headers that are checked here or by what reads the body. Of several, Node shows only the first. */
const singleHeaders: ReadonlySet<string> = new Set(['host', 'origin', 'authorization', 'content-type']);

/** Returns the name of a header that must be sent once, but is sent more often. */
function repeatedIn(rawHeaders: readonly string[]): string | undefined {
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  return names.find((name, at) => singleHeaders.has(name) && names.indexOf(name) < at);
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'The bearer token is missing or wrong.', { 'WWW-Authenticate': 'Bearer' });
}

export function isLoopback(bind: string): boolean {
  return bind === 'localhost' || bind === '::1' || /^127(\.\d{1,3}){3}$/.test(bind);
}

/** Returns the host names of the bound address. A wildcard address has those of all interfaces. */
function namesOf(bind: string): string[] {
  if (isLoopback(bind)) return ['localhost', '127.0.0.1', '[::1]', bracketed(bind)];
  if (bind !== '0.0.0.0' && bind !== '::') return [bracketed(bind)];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  return ['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase(), ...addresses.map(bracketed)];
}

function withPort(name: string, port: number): string[] {
  const lower = name.toLowerCase();
  // A name with an explicit port is used unchanged.
  if (/:\d+$/.test(lower) && !/^\[[^\]]*$/.test(lower)) return [lower];
  return port === 80 ? [lower, `${lower}:80`] : [`${lower}:${port}`];
}

function isSameOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  try {
    const { protocol, host } = new URL(origin);
    return (protocol === 'http:' || protocol === 'https:') && hosts.has(host.toLowerCase());
  } catch {
    return false;
  }
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** Digests have a fixed length, which a constant-time comparison requires. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
