/**
 * The roots of a client are the folders that it has opened (MCP 2025-11-25). They are requested when a call first needs
 * them, and again after the client has reported a change. A client that does not answer delays one call briefly.
 */
import { fileURLToPath } from 'node:url';
import type { Server, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { AskRoots } from '../../project/workspaces.ts';

/** A client answers within milliseconds. Some never answer while they wait for the result of a call. */
const deadlineMs = 1_000;
/** An answer that comes later is used by the calls after it. */
const requestTimeoutMs = 60_000;

export function rootsOfClient(server: Server): AskRoots {
  let asked: { readonly answer: Promise<readonly string[]>; readonly atMs: number } | undefined;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    asked = undefined;
  });
  return async () => {
    if (server.getClientCapabilities()?.roots === undefined) return [];
    asked ??= { answer: requestRoots(server), atMs: performance.now() };
    return within(asked.atMs + deadlineMs - performance.now(), asked.answer);
  };
}

/** A client that rejects the request, or uses a protocol without it, has no roots. */
async function requestRoots(server: Server): Promise<readonly string[]> {
  try {
    const uris = await server.request({ method: 'roots/list' }, uriList, { timeout: requestTimeoutMs });
    return uris.flatMap(pathOf);
  } catch {
    return [];
  }
}

/** The SDK's schema rejects the whole list for one root that is not a file, so the list is read leniently. */
const uriList: StandardSchemaV1<unknown, string[]> = {
  '~standard': {
    version: 1,
    vendor: 'codecompass',
    validate: (value: unknown) => {
      const { roots } = (value ?? {}) as { roots?: unknown };
      const uris = (Array.isArray(roots) ? roots : []).map((root) => (root as { uri?: unknown } | null)?.uri);
      return { value: uris.filter((uri) => typeof uri === 'string') };
    },
  },
};

/** Roots other than local files are ignored. */
function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

async function within(ms: number, answer: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), Math.max(0, ms));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
