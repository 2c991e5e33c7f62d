/** A server from its start to its end: registers what it was started for, loads what was used lately, and serves. */
import { realpath } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { prewarm } from '../project/prewarm.ts';
import { Service, type ServiceOptions } from '../project/service.ts';
import { openRepository } from '../scan/git/repository.ts';
import { openRegistry } from '../store/registry/registry.ts';
import { limitServerMemory } from './server-memory.ts';

export interface ServerOptions extends Omit<ServiceOptions, 'pinned' | 'home'> {
  /** The folder that holds every index; created if it is not there. */
  readonly home: string;
  /** Paths to register; the first is the default of calls that name none. */
  readonly workspaces: readonly string[];
  readonly prewarm: boolean;
  readonly transport: StdioOptions | HttpOptions;
}

export interface StdioOptions {
  readonly kind: 'stdio';
  readonly input: Readable;
  readonly output: Writable;
}

export interface HttpOptions {
  readonly kind: 'http';
  readonly bind: string;
  readonly port: number;
  readonly token?: string;
  /** Names besides the address itself by which clients may call the server. */
  readonly allowedHosts: readonly string[];
  readonly onListening: (url: string) => void;
}

/** Resolves when the server has ended: when its input has, or when the signal came. */
export async function serve(options: ServerOptions, signal: AbortSignal): Promise<void> {
  limitServerMemory();
  // The protocol takes longer to load than all else; meanwhile git finds the workspaces.
  const transport = loadTransport(options.transport);
  transport.catch(() => {});
  const pinned = await registerAll(options.home, options.workspaces);
  const service = await Service.open({ ...options, home: await realpath(options.home), pinned });
  try {
    const start = await transport;
    const serving = await start(service, signal);
    // Who asks first does not wait for what is loaded for those who ask later.
    const warming = prewarm(service, options.prewarm).catch((thrown: Error) => {
      service.prewarmStatus = 'failed';
      service.options.log(`prewarm: ${thrown.message}`);
    });
    await serving.ended;
    await warming;
  } finally {
    await service.close();
  }
}

type StartTransport = (
  service: Service,
  signal: AbortSignal,
) => { ended: Promise<void> } | Promise<{ ended: Promise<void> }>;

async function loadTransport(options: StdioOptions | HttpOptions): Promise<StartTransport> {
  if (options.kind === 'stdio') {
    const { serveOverStdio } = await import('./mcp/stdio.ts');
    return (service, signal) => ({ ended: serveOverStdio(service, options.input, options.output, signal) });
  }
  const { startHttp } = await import('./http/http.ts');
  return (service, signal) => startHttp(service, options, signal);
}

async function registerAll(home: string, paths: readonly string[]): Promise<string[]> {
  const registry = await openRegistry(home);
  try {
    const roots: string[] = [];
    for (const path of paths) {
      const { root, identity, kind } = await openRepository(path);
      await registry.register({ root, identity, kind });
      roots.push(root);
    }
    return [...new Set(roots)];
  } finally {
    await registry.close();
  }
}
