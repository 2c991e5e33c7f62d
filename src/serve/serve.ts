/** A server from its start to its end: registers what it was started for, loads what was used lately, and serves. */
import type { Readable, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { prewarm } from '../project/prewarm.ts';
import { Service, type ServiceOptions } from '../project/service.ts';

export interface ServerOptions extends ServiceOptions {
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
  const service = await Service.open(options);
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

/**
 * A server idles far more than it works, so it keeps little memory. Left to itself, the runtime grows the part for what is
 * short-lived to thirty megabytes while the files of a large repository are loaded, and gives nothing back while it idles.
 */
function limitServerMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
