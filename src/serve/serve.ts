/** The lifetime of a server: registers its workspaces, prewarms the recently used ones, and serves until stopped. */
import type { Readable, Writable } from 'node:stream';
import type { Engine } from './engine/engine.ts';
import { EngineChild } from './engine/engine-child.ts';
import { SupervisedEngine, type SupervisedOptions } from './engine/supervised-engine.ts';

export interface ServerOptions
  extends Omit<SupervisedOptions, 'startedAtMs' | 'servesParent' | 'entered' | 'unfinished' | 'isAside'> {
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

export interface PreparedServer {
  /** Resolves when the server has stopped: at the end of its input, or after the signal, whatever it waits for. */
  serve(options: ServerOptions, signal: AbortSignal): Promise<void>;
  /** Ends what was started. */
  dismiss(): void;
}

/** Starts the process of the engine while the options are read. */
export function prepareServer(): PreparedServer {
  const child = new EngineChild();
  return { serve: (options, signal) => serve(child, options, signal), dismiss: () => child.kill() };
}

async function serve(child: EngineChild, { transport, ...options }: ServerOptions, signal: AbortSignal): Promise<void> {
  const served = new AbortController();
  const ending = AbortSignal.any([signal, served.signal]);
  const servesParent = transport.kind === 'stdio';
  const engine = new SupervisedEngine(
    { ...options, startedAtMs: Date.now(), entered: [], unfinished: [], isAside: false, servesParent },
    child,
  );
  const stopped = serveUntilEnded(engine, transport, signal, () => served.abort());
  let overdue: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    const start = () => {
      overdue = setTimeout(resolve, closingMs);
    };
    if (ending.aborted) start();
    else ending.addEventListener('abort', start, { once: true });
  });
  try {
    await Promise.race([stopped, deadline]);
  } finally {
    clearTimeout(overdue);
    engine.kill();
  }
}

async function serveUntilEnded(
  engine: SupervisedEngine,
  options: ServerOptions['transport'],
  signal: AbortSignal,
  onEnded: () => void,
): Promise<void> {
  const started = engine.start();
  started.catch(() => {});
  try {
    const start = await loadTransport(options);
    // A handshake does not wait for the engine. A port is opened only if the engine can start.
    if (options.kind === 'http') await started;
    const serving = await start(engine, signal);
    if (options.kind === 'stdio' && options.onServing !== undefined) {
      await started;
      options.onServing(await engine.rootsServed());
    }
    await Promise.race([serving.ended, started.then(() => serving.ended)]);
    onEnded();
    engine.noMoreCalls();
    if (!signal.aborted) await started;
  } finally {
    await engine.close();
  }
}

type StartTransport = (
  engine: Engine,
  signal: AbortSignal,
) => { ended: Promise<void> } | Promise<{ ended: Promise<void> }>;

async function loadTransport(options: ServerOptions['transport']): Promise<StartTransport> {
  if (options.kind === 'stdio') {
    const { serveOverStdio } = await import('./mcp/stdio.ts');
    return (engine, signal) => ({ ended: serveOverStdio(engine, options.input, options.output, signal) });
  }
  const { startHttp } = await import('./http/http.ts');
  return (engine, signal) => startHttp(engine, options, signal);
}
