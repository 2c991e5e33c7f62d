/** `codecompass serve-mcp`: serves until its input ends or a signal stops it. Only the protocol writes to stdout. */
import { resolve } from 'node:path';
import { CodedError } from '../../../errors.ts';
import { programVersion } from '../../../program-files.ts';
import { type HttpOptions, type PreparedServer, prepareServer, type ServerOptions } from '../../../serve/serve.ts';
import { printable } from '../../../text/printable.ts';
import { catchInterrupt } from '../../catch-interrupt.ts';
import type { TypedFlags } from '../../flags.ts';
import { type Invocation, optionsOf } from '../../invocation.ts';
import type { Output } from '../../print/output.ts';
import { allowedRootsOf } from './allowed-roots.ts';

export async function run(call: Invocation): Promise<number> {
  const server = prepareServer();
  try {
    return await serve(call, server);
  } finally {
    server.dismiss();
    call.output.giveUpReader();
  }
}

async function serve(call: Invocation, server: PreparedServer): Promise<number> {
  const { flags, output } = call;
  const transport = transportOf(flags, output);
  const options = await optionsOf(call);
  const config = flags.value('config');
  const allowedRoots = await allowedRootsOf(flags);
  const interrupt = catchInterrupt(() => {
    // On a terminal, end the line that echoes Ctrl-C before the next prompt.
    if (output.stderr.isTTY === true) output.note('Stopped serving.');
  });
  try {
    await server.serve(
      {
        home: options.home,
        version: programVersion(),
        ...(config === undefined ? {} : { config }),
        workspaces: flags.all('workspace').map((path) => resolve(path)),
        currentFolder: process.cwd(),
        allowedRoots,
        // Over HTTP the server and its clients need not have the same user, and its working directory means little.
        autoRegister: options.serve.autoRegister ?? transport.kind === 'stdio',
        format: options.serve.format,
        tools: options.serve.tools,
        maxAutoWorkspaces: options.serve.maxAutoWorkspaces,
        warmsetCapacity: options.serve.warmsetCapacity,
        idleSeconds: options.serve.idleSeconds,
        settings: flags.settings(),
        prewarm: !flags.has('no-prewarm'),
        transport,
        debug: output.verbose,
        log: (line) => output.verbose && output.note(printable(line)),
      },
      interrupt.signal,
    );
    // SIGTERM is the normal way to stop a server. Ctrl-C exits with 130, so that a shell script stops too.
    return interrupt.exitCode() === 130 ? 130 : 0;
  } finally {
    interrupt.release();
  }
}

function transportOf(flags: TypedFlags, output: Output): ServerOptions['transport'] {
  const kind = flags.value('transport') ?? 'stdio';
  if (kind === 'stdio') {
    const below = flags.has('auto-workspace') ? flags.all('allowed-root') : [];
    const onServing = (roots: readonly string[]) => output.note(stdioLine(roots, below));
    // A client connects pipes. On a terminal, somebody is waiting for a sign of life.
    return { kind, input: process.stdin, output: process.stdout, ...(process.stdin.isTTY ? { onServing } : {}) };
  }
  if (kind !== 'http') throw wrong(`--transport must be stdio or http, not ${kind}.`);
  return httpOptions(flags, output);
}

function httpOptions(flags: TypedFlags, output: Output): HttpOptions {
  const typedPort = flags.value('port') ?? '9100';
  const port = /^\d{1,5}$/.test(typedPort) ? Number(typedPort) : Number.NaN;
  if (!(port <= 65_535)) throw wrong(`--port must be a number from 0 to 65535, not ${typedPort}.`);
  const token = flags.value('token') ?? (process.env.CODECOMPASS_TOKEN || undefined);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw wrong('The token must consist of printable ASCII characters without spaces.');
  }
  return {
    kind: 'http',
    bind: flags.value('bind') ?? '127.0.0.1',
    port,
    ...(token === undefined ? {} : { token }),
    allowedHosts: flags.all('allowed-host'),
    onListening: (url) => output.note(httpLine(url, token !== undefined, output.stderr.isTTY === true)),
  };
}

/** Without a registered project, the repository of the current folder is registered on the first call. */
function stdioLine(roots: readonly string[], below: readonly string[]): string {
  const found = below.length === 0 ? [] : [`the projects below ${below.join(', ')}`];
  const what = [...roots, ...found].join(', ') || `the project of ${process.cwd()}`;
  return `Serving ${printable(what)} over MCP on stdin and stdout, for a client that starts this command. Press Ctrl-C to stop.`;
}

function httpLine(url: string, needsToken: boolean, isTerminal: boolean): string {
  const access = needsToken ? 'token required' : 'no token required';
  return `Listening on ${url} (MCP at / and /mcp, status at /health; ${access}).${isTerminal ? ' Press Ctrl-C to stop.' : ''}`;
}

function wrong(message: string): CodedError {
  return new CodedError('invalid_input', message, { remediation: 'See codecompass serve-mcp --help.' });
}
