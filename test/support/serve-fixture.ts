/** A repository like the one in the examples of the contracts, and servers for it that are started as clients do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program } from './build-output.ts';
import { changedHandler, exampleFiles } from './example-repository.ts';
import { removeFolder } from './remove-folder.ts';
import { indexInProcess } from './run-job.ts';
import { programEnvironment } from './run-program.ts';
import { createRepositoryIn, type TestFiles, type TestRepository } from './test-repository.ts';
import { waitUntil, withDeadline } from './wait-until.ts';

export interface Fixture {
  readonly base: string;
  readonly home: string;
  readonly repository: TestRepository;
  remove(): void;
}

/** Creates the example repository on `main`; with `indexed`, also indexes it and its branch `feat/auth`. */
export async function createFixture(options: {
  indexed: boolean;
  files?: TestFiles;
  /** Targets by the paths of symbolic links. */
  links?: Readonly<Record<string, string>>;
}): Promise<Fixture> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-serve-')));
  const home = join(base, 'home');
  const root = join(base, 'backend');
  mkdirSync(root);
  const repository = createRepositoryIn(root, options.files ?? exampleFiles);
  for (const [path, target] of Object.entries(options.links ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target, join(root, path));
  }
  if (options.indexed) {
    repository.branch('feat/auth');
    repository.commit({ 'src/handler.rs': changedHandler });
    repository.checkout('main');
    await indexInProcess(home, root);
    await indexInProcess(home, root, { ref: 'feat/auth' });
  }
  return { base, home, repository, remove: () => removeFolder(base) };
}

export interface Answer {
  readonly isError: boolean;
  // Tests read answers of many shapes.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export interface Connection {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

export function environment(fixture: Pick<Fixture, 'home' | 'base'>, more: Record<string, string> = {}) {
  return programEnvironment(fixture.base, fixture.home, more);
}

/** Connects the official client to its own server over stdio. */
export async function connectStdio(
  fixture: Pick<Fixture, 'base' | 'home'> & { readonly repository: Pick<TestRepository, 'root'> },
  args: readonly string[] = ['--workspace', fixture.repository.root],
  options: { cwd?: string; client?: ClientOptions; env?: Record<string, string> } = {},
): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', ...args],
    env: environment(fixture, options.env),
    cwd: options.cwd ?? fixture.base,
    stderr: 'ignore',
  });
  return connected(transport, options.client);
}

export interface HttpServer {
  readonly url: string;
  readonly process: ChildProcess;
  connect(headers?: Record<string, string>): Promise<Connection>;
  /** Sends a plain request, as `curl` would. */
  post(body: string | object, headers?: Record<string, string>): Promise<Response>;
  /** Sends SIGTERM and waits for the exit code. */
  end(): Promise<number | null>;
}

export async function startHttp(
  fixture: Fixture,
  args: readonly string[] = ['--workspace', fixture.repository.root],
  env: Record<string, string> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [program, 'serve-mcp', '--transport', 'http', '--port', '0', ...args], {
    cwd: fixture.base,
    env: environment(fixture, env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const listening = new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /Listening on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  const url = await withDeadline('the server to listen', listening);
  return {
    url,
    process: child,
    connect: (headers = {}) => connected(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })),
    post: (body, headers = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    end: () => {
      child.kill('SIGTERM');
      return withDeadline('the server to end after SIGTERM', exited);
    },
  };
}

/** Repeats a call until the body of the answer meets the condition. */
export function until(
  what: string,
  ask: () => Promise<Answer>,
  isThere: (body: Answer['body']) => boolean,
): Promise<Answer> {
  return waitUntil(what, ask, ({ body }) => isThere(body), { betweenMs: 100 });
}

/**
 * What `locate_symbol` says of the freshness once the files were compared. The server gives that a moment only, and on a
 * busy machine answers before it is done; then it promises no more than a warning, so such an answer is asked for again.
 */
export async function comparedFreshness(
  { call }: Connection,
  args: { readonly name: string; readonly workspace?: string },
): Promise<string> {
  const { body } = await until(
    'an answer after the files were compared',
    () => call('locate_symbol', { ...args, freshness_policy: 'best_effort' }),
    ({ metadata }) => !(metadata.warnings ?? []).some((warning: string) => warning.includes('still being compared')),
  );
  return body.metadata.freshness_status;
}

async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  options: ClientOptions = {},
): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(transport);
  return {
    client,
    call: async (name, args = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [item] = content as { type: string; text: string }[];
      return { isError: isError === true, body: JSON.parse(item?.text ?? 'null') };
    },
    close: () => client.close(),
  };
}
