/** The MCP server: answers protocol requests from the table of tools. One is created per connection or per request. */
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import type { ActiveProject } from '../../project/active-project.ts';
import type { Service } from '../../project/service.ts';
import { callTool } from './call-tool.ts';
import { rootsOfClient } from './client-roots.ts';
import { listedTools, profileOf } from './profile.ts';
import { type ProgressAudience, type ProgressToken, progressListener, type SendProgress } from './progress.ts';
import { toolNamed } from './tools.ts';

export interface Client {
  /** Whether it declared on connection that it accepts notifications. */
  readonly takesNotifications: () => boolean;
  /** Whether notifications can be sent after the response; false if the connection ends with it. */
  readonly canHearLater: boolean;
  /** Whether the folders that it has opened are folders of this machine, so that the server asks for them. */
  readonly sharesFolders: boolean;
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

export function createMcpServer(service: Service, client: Client): Server {
  const server = new Server(
    { name: 'codecompass', version: service.options.version },
    { capabilities: { tools: {} }, instructions },
  );
  const shown = profileOf(service.options.tools);
  const askRoots = client.sharesFolders ? rootsOfClient(server) : undefined;
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(service.options.tools) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const row = shown.has(params.name) ? toolNamed(params.name) : undefined;
    if (row === undefined) {
      throw new ProtocolError(invalidParams, `Unknown tool: ${params.name}`, { code: 'invalid_input' });
    }
    const notify: SendProgress = (progress) => {
      const notification = { method: 'notifications/progress', params: progress };
      const sent = client.canHearLater ? server.notification(notification) : mcpReq.notify(notification);
      sent.catch(() => {});
    };
    const audience = audienceOf(client, notify, mcpReq._meta?.progressToken);
    const { isError, text } = await callTool(service, row, params.arguments, {
      signal: mcpReq.signal,
      ...(askRoots === undefined ? {} : { askRoots }),
      ...(audience === undefined
        ? {}
        : {
            listen: (jobId: () => string | undefined, project: ActiveProject) =>
              progressListener(project.workspace.root, jobId, audience),
          }),
    });
    return { content: [{ type: 'text' as const, text }], ...(isError ? { isError } : {}) };
  });
  server.fallbackRequestHandler = async ({ method }) => {
    throw new ProtocolError(methodNotFound, `Unknown method: ${method}`, { code: 'invalid_input' });
  };
  return server;
}

function audienceOf(
  client: Client,
  send: SendProgress,
  ownToken: ProgressToken | undefined,
): ProgressAudience | undefined {
  const takesJobToken = client.takesNotifications() || ownToken !== undefined;
  if (!takesJobToken) return undefined;
  return { send, takesJobToken, ...(ownToken === undefined ? {} : { ownToken }) };
}
