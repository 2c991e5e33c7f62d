/** The lifetime of a server: registers its workspaces, prewarms the recently used ones, and serves until stopped. */
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
  /** Called once calls are answered, with the roots of the projects that are served by default. */
  readonly onServing?: (roots: readonly string[]) => void;
}

export interface HttpOptions {
  readonly kind: 'http';
  readonly bind: string;
  readonly port: number;
  readonly token?: string;
  /** Further host names, in addition to the bind address, that clients may use. */
  readonly allowedHosts: readonly string[];
  readonly onListening: (url: string) => void;
}

/** How long a server may take to stop. Its jobs end by themselves in that time, and with it at the latest. */
const closingMs = 3_000;

/** Resolves when the server has stopped: at the end of its input, or after the signal, whatever it waits for. */
export async function serve(options: ServerOptions, signal: AbortSignal): Promise<void> {
  const served = new AbortController();
  const ending = AbortSignal.any([signal, served.signal]);
  const stopped = serveUntilEnded(options, signal, () => served.abort());
  let overdue: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    const start = () => {
      overdue = setTimeout(resolve, closingMs);
    };
    if (ending.aborted) start();
    else ending.addEventListener('abort', start, { once: true });
  });
  await Promise.race([stopped, deadline]).finally(() => clearTimeout(overdue));
}

async function serveUntilEnded(options: ServerOptions, signal: AbortSignal, onEnded: () => void): Promise<void> {
  limitServerMemory();
  // Loading the protocol takes longest, so it runs while git resolves the workspaces.
  const transport = loadTransport(options);
  transport.catch(() => {});
  const service = await Service.open(options);
  try {
    const start = await transport;
    const serving = await start(service, signal);
    // Not awaited here: the first calls must not wait for prewarming.
    const warming = prewarm(service, options.prewarm).catch((thrown: Error) => {
      service.prewarmStatus = 'failed';
      service.options.log(`prewarm: ${thrown.message}`);
    });
    await serving.ended;
    onEnded();
    service.noMoreCalls();
    await warming;
  } finally {
    await service.close();
  }
}

type StartTransport = (
  service: Service,
  signal: AbortSignal,
) => { ended: Promise<void> } | Promise<{ ended: Promise<void> }>;

async function loadTransport({ transport: options, tools }: ServerOptions): Promise<StartTransport> {
  const { profileOf } = await import('./mcp/profile.ts');
  profileOf(tools);
  if (options.kind === 'stdio') {
    const { serveOverStdio } = await import('./mcp/stdio.ts');
    return async (service, signal) => {
      const ended = serveOverStdio(service, options.input, options.output, signal);
      if (options.onServing !== undefined) options.onServing(await rootsOf(service));
      return { ended };
    };
  }
  const { startHttp } = await import('./http/http.ts');
  return (service, signal) => startHttp(service, options, signal);
}

async function rootsOf(service: Service): Promise<readonly string[]> {
  return (await service.served()).map(({ workspace }) => workspace.root);
}

/**
 * A server is mostly idle, so it should hold little memory. By default, V8 grows the young generation to 30 MB while
 * the files of a large repository are loaded, and does not shrink it while idle.
 */
function limitServerMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
