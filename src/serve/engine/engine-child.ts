/** One process of an engine, as its server sees it: calls, questions, and how it ended. */
import { type ChildProcess, fork } from 'node:child_process';
import { CodedError, systemError } from '../../errors.ts';
import { programFile } from '../../program-files.ts';
import type { UnfinishedJob } from '../../project/jobs.ts';
import { receivedError, receivedFailure } from '../../sent-error.ts';
import type { EngineAnswer, EngineCall, EngineCallOptions, SendProgress } from './engine.ts';
import type { EngineOptions, FromEngine, Question, Ready, ToEngine } from './messages.ts';
import { StuckWatch } from './stuck-watch.ts';

const enginePath = programFile('serve/engine/engine-process.js');
/** Several times what large repositories need. A call that needs more ends the engine, not the machine. */
const maxHeapMb = 1_536;
/** Of one for the calls of a single project, of which several may run. */
const maxHeapAsideMb = 512;

/** The process ended before it answered. */
export class EngineLost extends Error {
  /** Its event loop did not turn, so it was ended. */
  readonly wasStuck: boolean;
  /** It did not work either, as on a disk that does not answer, so it was ended. */
  readonly wasStalled: boolean;
  /** It got stuck, or used up its memory; nobody else ended it. */
  readonly isByItself: boolean;
  /** The project that the call used; undefined if it had not found it yet. */
  readonly root: string | undefined;

  constructor(how: string, { wasStuck = false, wasStalled = false, root }: Loss = {}) {
    super(how);
    this.root = root;
    this.wasStuck = wasStuck;
    this.wasStalled = wasStalled;
    this.isByItself = wasStuck || isOutOfMemory(how);
  }
}

/** After so many engines a job is left to the next call on its project. */
const maxEngines = 3;

/** A job, and how many engines it has been started in. */
interface ResumedJob extends UnfinishedJob {
  readonly engines: number;
}

interface Loss {
  readonly wasStuck?: boolean;
  readonly wasStalled?: boolean;
  readonly root?: string | undefined;
}

/** V8 aborts the process when its heap is full. */
export function isOutOfMemory(how: string): boolean {
  return how === 'SIGABRT' || how === 'exit code 134';
}

interface Request {
  readonly settle: (value: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly askRoots?: EngineCallOptions['askRoots'];
  root?: string;
}

export interface EngineListener {
  readonly onLog: (line: string) => void;
  readonly onProgress: (listener: number, params: Parameters<SendProgress>[0]) => void;
  readonly onEntered: (root: string) => void;
  readonly onJobWanted: (job: UnfinishedJob) => void;
  /** A call that names this workspace, or none, uses the project with this root. */
  readonly onInside: (root: string, workspace: string | undefined) => void;
}

export class EngineChild {
  /** Rejects if the engine cannot start. */
  readonly ready: Promise<Ready>;
  readonly ended: Promise<void>;
  readonly #process: ChildProcess;
  #listener: EngineListener | undefined;
  readonly #requests = new Map<number, Request>();
  readonly #watch: StuckWatch;
  /** By root. */
  readonly #jobs = new Map<string, ResumedJob>();
  /** How many comparisons of a working tree run, by root. */
  readonly #working = new Map<string, number>();
  #ids = 0;
  #wasStuck = false;
  #wasStalled = false;
  #isOver = false;
  #isResting = false;
  #endedByItself = false;
  #wasReady = false;
  #started: { readonly settle: (ready: Ready) => void; readonly fail: (error: Error) => void } | undefined;

  /** The process loads its modules while the options are read. */
  constructor(isAside = false) {
    this.#process = fork(enginePath, [String(process.pid)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning', ...memoryFlags(isAside)],
      // By default, glibc keeps an arena of freed memory per thread.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    this.ready = new Promise((settle, fail) => {
      this.#started = { settle, fail };
    });
    this.ready.catch(() => {});
    this.#watch = new StuckWatch(this.#process.pid, {
      ping: () => this.#send({ type: 'ping' }),
      onStuck: (isStalled) => {
        this.#wasStuck = !isStalled;
        this.#wasStalled = isStalled;
        this.kill();
      },
    });
    this.#process.on('message', (message: FromEngine) => this.#take(message));
    this.ended = new Promise((resolve) => {
      const end = (how: string, failure?: CodedError) => {
        this.#end(how, failure);
        resolve();
      };
      this.#process.once('error', (error) => end(error.message, systemError(error)));
      this.#process.once('exit', (exitCode, signal) => end(signal ?? `exit code ${exitCode}`));
    });
  }

  start(options: EngineOptions, listener: EngineListener): void {
    this.#listener = listener;
    for (const job of options.unfinished) this.#jobs.set(job.root, { engines: 1, ...job });
    this.#watch.begin();
    this.ready.finally(() => this.#watch.finish()).catch(() => {});
    this.#send({ type: 'start', options });
  }

  /** It has been asked to end, so a call would be lost. */
  get isResting(): boolean {
    return this.#isResting;
  }

  /** The jobs that have been started in it and have not ended. */
  get unfinished(): readonly UnfinishedJob[] {
    return [...this.#jobs.values()];
  }

  /** Those to start in the next engine. */
  get resumable(): readonly UnfinishedJob[] {
    const again = [...this.#jobs.values()].map((job) => ({ ...job, engines: job.engines + 1 }));
    return again.filter(({ engines }) => engines <= maxEngines);
  }

  /** The projects whose background work may have ended it. */
  get suspects(): readonly string[] {
    return this.#endedByItself ? [...this.#working].flatMap(([root, count]) => (count > 0 ? [root] : [])) : [];
  }

  /** It answered calls, or could have. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  /** It has ended because it was idle. */
  get hasRested(): boolean {
    return this.#isOver && this.#isResting && !this.#wasStuck && !this.#wasStalled;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async call(call: EngineCall, { signal, askRoots }: EngineCallOptions): Promise<EngineAnswer> {
    signal?.throwIfAborted();
    const id = ++this.#ids;
    const cancel = () => this.#send({ type: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const message: ToEngine = { type: 'call', id, canAskRoots: askRoots !== undefined, ...call };
      return (await this.#request(id, message, { askRoots })) as EngineAnswer;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  ask(about: Question): Promise<unknown> {
    const id = ++this.#ids;
    return this.#request(id, { type: 'ask', id, about });
  }

  startJob(job: UnfinishedJob): void {
    this.#send({ type: 'startJob', job });
  }

  noMoreCalls(): void {
    this.#send({ type: 'noMoreCalls' });
  }

  /** Ends the process unless it has work. */
  rest(): void {
    if (this.#requests.size > 0 || this.#jobs.size > 0) return;
    this.#isResting = true;
    this.#send({ type: 'rest' });
  }

  /** Resolves when the process has ended by itself. */
  async close(): Promise<void> {
    this.#send({ type: 'close' });
    await this.ended;
  }

  kill(): void {
    if (!this.#isOver) this.#process.kill('SIGKILL');
  }

  async #request(id: number, message: ToEngine, request: Pick<Request, 'askRoots'> = {}): Promise<unknown> {
    // Whether its ping is answered tells later whether the engine was already stuck.
    this.#watch.begin();
    try {
      return await new Promise((settle, fail) => {
        this.#requests.set(id, { ...request, settle, fail });
        if (this.#isOver) this.#end('it had ended');
        else this.#send(message);
      });
    } finally {
      this.#watch.finish();
    }
  }

  #take(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#wasReady = true;
        this.#started?.settle(message);
        break;
      case 'failed':
        this.#failToStart(receivedError(message.error));
        break;
      case 'unloaded':
        this.#failToStart(receivedFailure(message.error));
        break;
      case 'answer':
        this.#settled(message.id)?.settle({ isError: message.isError, text: message.text, workMs: message.workMs });
        break;
      case 'told':
        this.#settled(message.id)?.settle(message.value);
        break;
      case 'refused':
        this.#settled(message.id)?.fail(receivedError(message.error));
        break;
      case 'askRoots':
        void this.#answerRoots(message.id, this.#requests.get(message.call));
        break;
      case 'progress':
        this.#listener?.onProgress(message.listener, message.params);
        break;
      case 'entered':
        this.#listener?.onEntered(message.root);
        break;
      case 'inside':
        this.#note(message);
        break;
      case 'job':
        this.#jobs.set(message.job.root, { engines: 1, ...this.#jobs.get(message.job.root), ...message.job });
        break;
      case 'jobEnded':
        this.#jobs.delete(message.root);
        break;
      case 'working':
        this.#working.set(message.root, (this.#working.get(message.root) ?? 0) + (message.isWorking ? 1 : -1));
        break;
      case 'jobWanted':
        this.#listener?.onJobWanted(message.job);
        break;
      case 'pong':
        this.#watch.answered();
        break;
      case 'log':
        this.#listener?.onLog(message.line);
        break;
    }
  }

  #note({ id, root, workspace }: Extract<FromEngine, { type: 'inside' }>): void {
    const request = this.#requests.get(id);
    if (request !== undefined) request.root = root;
    this.#listener?.onInside(root, workspace);
  }

  #settled(id: number): Request | undefined {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    return request;
  }

  async #answerRoots(id: number, request: Request | undefined): Promise<void> {
    const roots = (await request?.askRoots?.().catch(() => [])) ?? [];
    this.#send({ type: 'roots', id, roots });
  }

  #failToStart(error: CodedError): void {
    this.#started?.fail(error);
    this.kill();
  }

  #end(how: string, failure?: CodedError): void {
    this.#isOver = true;
    this.#endedByItself ||= this.#wasStuck || isOutOfMemory(how);
    this.#watch.close();
    const unknown = () => new CodedError('internal_error', `The process that answers calls could not start (${how}).`);
    this.#started?.fail(failure ?? unknown());
    for (const { root, fail } of this.#requests.values()) {
      fail(new EngineLost(how, { wasStuck: this.#wasStuck, wasStalled: this.#wasStalled, root }));
    }
    this.#requests.clear();
  }

  #send(message: ToEngine): void {
    // A process that has ended has no channel; its end is reported by `exit`.
    if (this.#process.connected) this.#process.send(message, () => {});
  }
}

/** V8 does not shrink the young generation while idle. Half of its usual size costs no time (`npm run bench:serve`). */
function memoryFlags(isAside: boolean): string[] {
  const isSet = /max[-_]old[-_]space/.test(process.env.NODE_OPTIONS ?? '');
  return [
    '--max-semi-space-size=8',
    ...(isSet ? [] : [`--max-old-space-size=${isAside ? maxHeapAsideMb : maxHeapMb}`]),
  ];
}
