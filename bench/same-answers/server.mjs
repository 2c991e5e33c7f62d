/** An MCP server of a build, and its answers. */
import { Client, ProtocolError } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { addChild, callTimeoutMs, pause } from './children.mjs';

/** The warning of an answer whose freshness check timed out. Whether it appears depends on the load of the machine. */
export const freshnessTimeout = 'The files are still being compared with the index';
/** How many calls were repeated because of that warning. */
export let retries = 0;

export async function startServer({ side, program }, home, repo) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', '--workspace', repo],
    env: { ...process.env, CODECOMPASS_HOME: home },
    stderr: 'pipe',
  });
  const server = { side, client: new Client({ name: 'same-answers', version: '1' }), said: '' };
  transport.stderr?.on('data', (chunk) => {
    server.said = `${server.said}${chunk}`.slice(-4_000);
  });
  await server.client.connect(transport);
  server.pid = transport.pid;
  server.end = () => server.client.close();
  addChild(server);
  await settled(server);
  return server;
}

/** Waits until a server has finished loading and its jobs have ended, since both affect answers. */
export async function settled(server) {
  for (const until = performance.now() + callTimeoutMs; performance.now() < until; ) {
    const { body } = await answerOf(server, 'health_check', {});
    if (body.active_job === null && !['pending', 'running'].includes(body.prewarm_status)) return;
    await pause(100);
  }
  throw new Error(`The server ${server.side} does not become idle.`);
}

/** Returns the answer as text with its protocol fields, its JSON document (if it has one), and the time it took. */
export async function answerOf(server, tool, params) {
  for (let round = 0; ; round++) {
    const startedAt = performance.now();
    let text;
    let isError = true;
    try {
      const request = { name: tool, ...(params === undefined ? {} : { arguments: params }) };
      const result = await server.client.callTool(request, { timeout: callTimeoutMs });
      isError = result.isError === true;
      const only = result.content?.length === 1 ? result.content[0] : undefined;
      const isPlain = only?.type === 'text' && Object.keys(only).length === 2;
      const rest = Object.keys(result).filter((key) => key !== 'content' && key !== 'isError');
      // Anything other than one text item is compared as a whole.
      text = isPlain && rest.length === 0 ? only.text : JSON.stringify(result);
    } catch (thrown) {
      // Two servers that exited or hang must not count as equal.
      if (!(thrown instanceof ProtocolError)) {
        const what = `${tool} ${JSON.stringify(params)}`;
        throw new Error(`The server ${server.side} did not answer ${what}: ${thrown.message}\n${server.said}`);
      }
      text = JSON.stringify({ protocol_error: { code: thrown.code, message: thrown.message, data: thrown.data } });
    }
    const ms = performance.now() - startedAt;
    if (!text.includes(freshnessTimeout) || round === 20) return { text, body: documentOf(text), isError, ms };
    retries++;
    await pause(250);
  }
}

export function documentOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns everything that a client learns about the server and its tools. */
export async function describe(client) {
  const tools = [];
  for (let cursor; ; ) {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return {
    tools,
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  };
}
