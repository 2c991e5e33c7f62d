/** The MCP server: answers protocol requests from the table of tools. One is created per connection or per request. */
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import type { Engine, Listener, ProgressAudience, ProgressToken } from '../engine/engine.ts';
import { rootsOfClient } from './client-roots.ts';

export interface Client {
  /** Whether it declared on connection that it accepts notifications. */
  readonly takesNotifications: () => boolean;
  /** Whether notifications can be sent after the response; false if the connection ends with it. */
  readonly canHearLater: boolean;
  /** Whether the folders that it has opened are folders of this machine, so that the server asks for them. */
  readonly sharesFolders: boolean;
  /** Resolves when it has read enough of the earlier answers for another one. */
  readonly whenRead?: () => Promise<void>;
}

const methodNotFound = -32601;
const invalidParams = -32602;

/** A client shows this to the model in every conversation. */
const instructions =
  'Code search and navigation over an index of this repository; cheaper than grep and reading files. ' +
  'A question, an issue or an error: get_code_context returns the code to read. Words or part of a name: search_code. ' +
  'The body of a known symbol, or path:line: read_source (several at once). Who uses it: find_references, get_call_graph. ' +
  'What a file or folder has: get_file_outline. Wherever a symbol is taken, a name, Type.method or path:line works. ' +
  'Files outside the index (ignored, generated, very large) need grep. An answer says when the index is stale.';

export function createMcpServer(engine: Engine, client: Client): Server {
  engine.stayAwake();
  const server = new Server(
    { name: 'codecompass', version: engine.version },
    { capabilities: { tools: {} }, instructions },
  );
  const askRoots = client.sharesFolders ? rootsOfClient(server) : undefined;
  const later = client.canHearLater
    ? engine.listen((params) => void server.notification(progress(params)).catch(() => {}))
    : undefined;
  if (later !== undefined) server.onclose = () => later.close();
  server.setRequestHandler('tools/list', async () => ({ tools: [...(await engine.tools())] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name: tool, arguments: sent } = params;
    if (!(await engine.tools()).some(({ name }) => name === tool)) {
      throw new ProtocolError(invalidParams, `Unknown tool: ${tool}`, { code: 'invalid_input' });
    }
    const token = mcpReq._meta?.progressToken;
    const hears = client.takesNotifications() || token !== undefined;
    const listener = hears
      ? (later ?? engine.listen((params) => void mcpReq.notify(progress(params)).catch(() => {})))
      : undefined;
    try {
      const audience = listener && audienceOf(listener, token);
      const { isError, text } = await engine.call(
        { tool, sent, audience },
        {
          signal: mcpReq.signal,
          askRoots,
          whenRead: client.whenRead,
        },
      );
      return { content: [{ type: 'text' as const, text }], ...(isError ? { isError } : {}) };
    } finally {
      if (listener !== later) listener?.close();
    }
  });
  server.fallbackRequestHandler = async ({ method }) => {
    throw new ProtocolError(methodNotFound, `Unknown method: ${method}`, { code: 'invalid_input' });
  };
  return server;
}

function audienceOf({ id: listener }: Listener, ownToken: ProgressToken | undefined): ProgressAudience {
  return { listener, ...(ownToken === undefined ? {} : { ownToken }) };
}

function progress(params: Record<string, unknown>) {
  return { method: 'notifications/progress', params };
}
