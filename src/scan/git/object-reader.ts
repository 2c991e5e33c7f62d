/**
 * An object reader reads git objects through one long-lived `cat-file` process. Many reads may be outstanding; they
 * complete in request order. A missing or damaged object is `undefined`.
 */
import { constants } from 'node:buffer';
import { CodedError } from '../../errors.ts';
import { collectText, endGit, type GitLocation, type GitProcess, gitLocationOf, gitOutput, startGit } from './git.ts';
import { GitDeadline } from './process/git-deadline.ts';
import { gitFailure, killed, startFailure, unexpectedOutput } from './process/git-errors.ts';
import type { Repository } from './repository.ts';

export class ObjectReader {
  readonly #place: GitLocation;
  #batch: Batch | undefined;
  #closed = false;

  constructor(repository: Repository) {
    this.#place = gitLocationOf(repository);
  }

  /** Returns the size of each object in bytes; `undefined` for missing ones. */
  async sizes(hashes: Iterable<string>): Promise<Map<string, number | undefined>> {
    const wanted = [...new Set(hashes)];
    if (wanted.length === 0) return new Map();
    const input = `${wanted.map(checkedHash).join('\n')}\n`;
    const output = await gitOutput(this.#place, 'cat-file', ['--buffer', '--batch-check=%(objectsize)'], { input });
    const lines = output.toString('latin1').split('\n');
    const isAnswer = (line: string) => /^\d+$| (missing|ambiguous)$/.test(line);
    if (lines.pop() !== '' || lines.length !== wanted.length || !lines.every(isAnswer)) {
      throw unexpectedOutput(this.#place, 'cat-file', lines.find((line) => !isAnswer(line)) ?? '');
    }
    return new Map(wanted.map((hash, at) => [hash, /^\d+$/.test(lines[at] ?? '') ? Number(lines[at]) : undefined]));
  }

  /** Returns the bytes of a blob; undefined if it is missing or damaged. */
  read(hash: string): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => this.#ask({ hash: checkedHash(hash), resolve, reject }));
  }

  /** Stops git and rejects outstanding reads. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#batch?.stop(closedError());
  }

  #ask(request: Request): void {
    if (this.#closed) {
      request.reject(closedError());
      return;
    }
    try {
      this.#batch ??= new Batch(this.#place, (failed, error) => this.#ended(failed, error));
      this.#batch.ask(request);
    } catch (thrown) {
      request.reject(thrown as Error);
    }
  }

  /** Git exits at a damaged object; the other requests are sent again. */
  #ended(outstanding: readonly Request[], stderr: string | CodedError): void {
    this.#batch = undefined;
    const [first, ...others] = outstanding;
    if (first === undefined) return;
    if (typeof stderr === 'string' && (stderr.includes(first.hash) || damage.test(stderr))) {
      first.resolve(undefined);
      for (const request of others) this.#ask(request);
      return;
    }
    const error = typeof stderr === 'string' ? gitFailure(this.#place, stderr) : stderr;
    for (const request of outstanding) request.reject(error);
  }
}

/** The message may name another object: the delta base of the requested one. */
const damage = /^(error|fatal):.*\b(corrupt|inflate|unpack|delta base|mismatch)\b/m;

interface Request {
  readonly hash: string;
  readonly resolve: (bytes: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
}

interface Body {
  readonly bytes: Buffer;
  filled: number;
  readonly blob: boolean;
}

/** A running `cat-file --batch` with its outstanding requests. */
class Batch {
  readonly #place: GitLocation;
  readonly #git: GitProcess;
  readonly #requests = new Queue<Request>();
  readonly #ended: Promise<void>;
  readonly #deadline: GitDeadline;
  #stopped: CodedError | undefined;
  /** The received part of an incomplete header line. */
  #header = '';
  /** The object being received, including the line end after it. */
  #body: Body | undefined;

  constructor(place: GitLocation, onEnd: (outstanding: readonly Request[], why: string | CodedError) => void) {
    this.#place = place;
    this.#git = startGit(place, 'cat-file', ['--batch']);
    this.#deadline = new GitDeadline(
      place,
      'cat-file',
      this.#git.pid,
      () => endGit(this.#git),
      () => this.#requests.length > 0,
    );
    const stderr = collectText(this.#git.stderr);
    this.#git.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#ended = new Promise((resolve) => {
      let ended = false;
      // If git cannot be started, both events are emitted.
      const end = (why: string | CodedError) => {
        if (ended) return;
        ended = true;
        this.#deadline.end();
        onEnd(this.#requests.drain(), this.#stopped ?? this.#deadline.error ?? why);
        resolve();
      };
      this.#git.once('error', (error) => end(startFailure(place, error)));
      // Only exit code 128 means that git stopped by itself, so only then can stderr report a damaged object.
      this.#git.once('close', (code, signal) => {
        if (code === null) end(killed(place, 'cat-file', signal));
        else end(code === 128 ? stderr() : gitFailure(place, stderr()));
      });
    });
  }

  ask(request: Request): void {
    if (this.#requests.length === 0) this.#deadline.renew();
    this.#requests.push(request);
    this.#git.stdin.write(`${request.hash}\n`);
  }

  stop(reason: CodedError): Promise<void> {
    this.#stopped ??= reason;
    endGit(this.#git);
    return this.#ended;
  }

  #take(chunk: Buffer): void {
    if (this.#stopped !== undefined) return;
    this.#deadline.renew(chunk.length);
    for (let at = 0; at < chunk.length; ) {
      at = this.#body === undefined ? this.#takeHeader(chunk, at) : this.#takeBody(this.#body, chunk, at);
    }
  }

  /** `HASH TYPE SIZE`, or `HASH missing`. Anything else does not come from git, so nothing after it can be trusted. */
  #takeHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(lineEnd, at);
    if (end === -1) {
      this.#header += chunk.toString('latin1', at);
      return chunk.length;
    }
    const header = this.#header + chunk.toString('latin1', at, end);
    this.#header = '';
    this.#deadline.countObject();
    const [, type, size] = /^[0-9a-f]+ (?:(blob|tree|commit|tag) (\d+)|missing|ambiguous)$/.exec(header) ?? [];
    if (size !== undefined && Number(size) < constants.MAX_LENGTH) {
      this.#body = { bytes: Buffer.allocUnsafe(Number(size) + 1), filled: 0, blob: type === 'blob' };
    } else if (size === undefined && / (missing|ambiguous)$/.test(header)) this.#requests.shift()?.resolve(undefined);
    else {
      void this.stop(unexpectedOutput(this.#place, 'cat-file', header));
      return chunk.length;
    }
    return end + 1;
  }

  #takeBody(body: Body, chunk: Buffer, at: number): number {
    const count = chunk.copy(body.bytes, body.filled, at);
    body.filled += count;
    if (body.filled === body.bytes.length) {
      this.#body = undefined;
      this.#requests.shift()?.resolve(body.blob ? body.bytes.subarray(0, -1) : undefined);
    }
    return at + count;
  }
}

/** A FIFO queue that does not shift its elements. */
class Queue<T> {
  #items: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  drain(): T[] {
    const rest = this.#items.slice(this.#first) as T[];
    this.#items = [];
    this.#first = 0;
    return rest;
  }
}

const lineEnd = '\n'.charCodeAt(0);

function checkedHash(hash: string): string {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(hash)) throw new Error(`${JSON.stringify(hash)} is not an object id.`);
  return hash;
}

function closedError(): CodedError {
  return new CodedError('job_cancelled', 'Reading git objects was stopped.');
}
