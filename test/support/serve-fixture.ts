/** A repository like the one in the contracts' examples, and servers that are started for it as clients start them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { indexInProcess } from './run-job.ts';
import { createRepositoryIn, type TestFiles, type TestRepository } from './test-repository.ts';

export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export const exampleFiles: TestFiles = {
  'Cargo.toml': '[package]\nname = "backend"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub mod auth;\npub mod handler;\npub mod middleware;\n',
  'src/auth/mod.rs': 'pub mod error;\npub mod handler;\npub mod jwt;\npub mod middleware;\n',
  'src/auth/error.rs': 'pub enum TokenError {\n    Expired,\n    Invalid,\n}\n',
  'src/auth/jwt.rs': `use crate::auth::error::TokenError;

/// What a token says of its bearer.
pub struct Claims {
    pub sub: String,
}

pub struct JwtValidator {
    key: Vec<u8>,
}

impl JwtValidator {
    pub fn new(key: Vec<u8>) -> Self {
        JwtValidator { key }
    }

    pub fn check(&self, token: &str) -> Result<Claims, TokenError> {
        validate_token(token, &self.key)
    }
}

/// Checks signature and expiry of a token.
pub fn validate_token(token: &str, key: &[u8]) -> Result<Claims, TokenError> {
    let decoded = decode_jwt(token, key)?;
    Ok(decoded)
}

fn decode_jwt(token: &str, key: &[u8]) -> Result<Claims, TokenError> {
    if key.is_empty() {
        return Err(TokenError::Invalid);
    }
    Ok(Claims { sub: token.to_string() })
}
`,
  'src/auth/handler.rs': `use crate::auth::jwt::Claims;

pub struct AuthHandler {
    config: String,
}

impl AuthHandler {
    pub fn new(config: String) -> Self {
        AuthHandler { config }
    }

    pub fn authenticate(&self, req: &str) -> Result<Claims, String> {
        Err(format!("{}{}", self.config, req))
    }
}
`,
  'src/auth/middleware.rs': `use crate::auth::jwt::validate_token;

pub fn authenticate(header: &str) -> bool {
    validate_token(header, b"key").is_ok()
}
`,
  'src/middleware/mod.rs': 'pub mod rate_limit;\n',
  'src/middleware/rate_limit.rs': `/// Rate limiting: refuses a client that sends too many requests.
pub fn check_rate_limit(requests: usize) -> Result<(), String> {
    if requests > 100 {
        return Err("too many requests".to_string());
    }
    Ok(())
}
`,
  'src/handler.rs': `pub fn process_request(req: &str) -> String {
    let user = req.trim();
    user.to_string()
}
`,
};

export const changedHandler = `pub async fn process_request(req: &str, ctx: &str) -> Result<String, String> {
    let user = req.trim();
    if ctx.is_empty() {
        return Err("no context".to_string());
    }
    Ok(user.to_string())
}
`;

export interface Fixture {
  readonly base: string;
  readonly home: string;
  readonly repository: TestRepository;
  remove(): void;
}

/** The example repository on `main`; with `indexed`, also indexed, and its branch `feat/auth` beside it. */
export async function createFixture(options: { indexed: boolean; files?: TestFiles }): Promise<Fixture> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-serve-')));
  const home = join(base, 'home');
  const root = join(base, 'backend');
  mkdirSync(root);
  const repository = createRepositoryIn(root, options.files ?? exampleFiles);
  if (options.indexed) {
    repository.branch('feat/auth');
    repository.commit({ 'src/handler.rs': changedHandler });
    repository.checkout('main');
    await indexInProcess(home, root);
    await indexInProcess(home, root, { ref: 'feat/auth' });
  }
  return { base, home, repository, remove: () => rmSync(base, { recursive: true, force: true }) };
}

export interface Answer {
  readonly isError: boolean;
  // What a tool answers is what the tests are about, so they look into it freely.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export interface Connection {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

export function environment(fixture: Pick<Fixture, 'home' | 'base'>, more: Record<string, string> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: fixture.base, CODECOMPASS_HOME: fixture.home, ...more };
}

/** The official client with a server of its own on stdio. */
export async function connectStdio(
  fixture: Fixture,
  args: readonly string[] = ['--workspace', fixture.repository.root],
  options: { cwd?: string; client?: ClientOptions } = {},
): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve-mcp', ...args],
    env: environment(fixture),
    cwd: options.cwd ?? fixture.base,
    stderr: 'ignore',
  });
  return connected(transport, options.client);
}

export interface HttpServer {
  readonly url: string;
  readonly process: ChildProcess;
  connect(headers?: Record<string, string>): Promise<Connection>;
  /** A bare call, as `curl` would send it. */
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
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      const found = /Listening on (\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`The server ended: ${said}`)));
  });
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
      return exited;
    },
  };
}

/** Asks until the answer is what is waited for. */
export async function until(ask: () => Promise<Answer>, isThere: (body: Answer['body']) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isThere(answer.body)) return answer;
    await new Promise((resume) => setTimeout(resume, 100));
  }
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
