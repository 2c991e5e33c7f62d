/** Starts a server with a new data directory and asks it one question at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { processorMsOf, residentMbOf } from '../server-processes.mjs';

const program = resolve(import.meta.dirname, '../../dist/main.js');
const idleMs = 20_000;

/**
 * Returns the body of the first answer, the time since the start of the process, and the CPU time and peak memory of
 * the server until then. Unlike the time, the CPU time hardly depends on what else the machine does.
 */
export async function firstAnswer(repo, tool, args) {
  return withServer(repo, async (client, pid, startedAt) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: args });
    const ms = performance.now() - startedAt;
    const body = JSON.parse(content[0].text);
    return { body, isError: isError === true, ms, cpuMs: processorMsOf(pid), peakMb: residentMbOf(pid, 'VmHWM') };
  });
}

/** Returns the memory that a server holds some time after its first answer. */
export async function memoryAfterIdle(repo) {
  return withServer(repo, async (client, pid) => {
    const args = { query: 'read configuration file', freshness_policy: 'best_effort' };
    await client.callTool({ name: 'search_code', arguments: args });
    await new Promise((done) => setTimeout(done, idleMs));
    return residentMbOf(pid);
  });
}

async function withServer(repo, use) {
  const home = mkdtempSync(join(tmpdir(), 'codecompass-zero-'));
  const startedAt = performance.now();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', '--workspace', repo],
    env: { ...process.env, CODECOMPASS_HOME: home },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  try {
    await client.connect(transport);
    return await use(client, transport.pid, startedAt);
  } finally {
    await client.close();
    rmSync(home, { recursive: true, force: true });
  }
}
