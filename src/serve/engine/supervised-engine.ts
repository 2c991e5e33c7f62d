/**
 * An engine that survives what its calls do to it. If its process gets stuck or ends, another one is started, and goes on
 * with its jobs. The calls that were running are repeated one at a time, those of each project in a process aside; one
 * that ends that too gets an error, and its project stays aside for some time. So a call on a hostile repository can
 * delay those that ran with it, but neither freeze nor end the server.
 */
import { setFlagsFromString } from 'node:v8';
import { CodedError, toCodedError } from '../../errors.ts';
import type { UnfinishedJob } from '../../project/jobs.ts';
import { errorText } from '../../render/error-text.ts';
import { Awake } from '../../watchdog/awake.ts';
import { cancelled, errorShape } from '../tools/error-shape.ts';
import { formatOf } from '../tools/tool.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { CostlyCalls } from './costly-calls.ts';
import type { Engine, EngineAnswer, EngineCall, EngineCallOptions, Listener, SendProgress } from './engine.ts';
import { EngineChild, EngineLost } from './engine-child.ts';
import { ExpectedCosts } from './expected-costs.ts';
import { IsolatedProjects, type RunCall } from './isolated-projects.ts';
import { KnownRoots } from './known-roots.ts';
import { LongCalls } from './long-calls.ts';
import type { EngineOptions, Ready } from './messages.ts';

export interface SupervisedOptions extends EngineOptions {
  readonly log: (line: string) => void;
  /** The parent process is the client, so a server that is stuck need not outlive it. */
  readonly servesParent: boolean;
  /** After so long without a call, the engine ends; the next call starts another one. */
  readonly idleSeconds: number;
}

/** Limits concurrent calls; each may need a connection to the index. */
const callsAtOnce = 16;
/** Status requests come often, so they do not wait for a busy engine. */
const healthMs = 2_000;
/** The server itself only passes messages on. */
const stuckMs = 60_000;
const stuckOrphanMs = 3_000;

export class SupervisedEngine implements Engine {
  readonly version: string;
  readonly log: (line: string) => void;
  readonly #options: SupervisedOptions;
  readonly #limit = new ConcurrencyLimit(callsAtOnce);
  readonly #long = new LongCalls();
  readonly #isolated: IsolatedProjects;
  readonly #roots = new KnownRoots();
  readonly #costly = new CostlyCalls();
  readonly #expected = new ExpectedCosts();
  readonly #listeners = new Map<number, SendProgress>();
  /** The roots that calls have used. The next engine reports on them too. */
  readonly #entered = new Set<string>();
  readonly #awake: Awake;
  #listened = 0;
  #child: EngineChild;
  #ready: Ready | undefined;
  #lastHealth: Record<string, unknown> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SupervisedOptions, child: EngineChild) {
    this.#options = options;
    this.#isolated = new IsolatedProjects(() => this.#startAside());
    this.#child = this.#start(child, options.prewarm);
    this.#keepEngine();
    this.version = options.version;
    this.log = options.log;
    const orphan = options.servesParent ? { stuckOrphanMs } : {};
    limitYoungGeneration();
    this.#awake = new Awake({
      rules: { parent: process.ppid, stuckMs, ...orphan },
      children: new SharedArrayBuffer(0),
      onThread: limitYoungGeneration,
    });
  }

  async tools(): Promise<Ready['tools']> {
    this.#ready ??= await this.#running().ready;
    return this.#ready.tools;
  }

  /** Throws if the engine cannot start. */
  async start(): Promise<void> {
    this.#ready = await this.#running().ready;
  }

  async rootsServed(): Promise<readonly string[]> {
    return (await this.#running().ask('roots served')) as readonly string[];
  }

  async call(call: EngineCall, options: EngineCallOptions = {}): Promise<EngineAnswer> {
    const { signal } = options;
    this.stayAwake();
    this.#keepEngine();
    try {
      const root = this.#roots.of(workspaceOf(call));
      const isCostly = () => this.#expected.isCostly(call.tool, root);
      const bytes = this.#limit.isFull(isCostly()) ? bytesOf(call.sent) : 0;
      return await this.#limit.run(
        async (giveBack) => {
          await options.whenRead?.();
          return this.#timed(call, giveBack, options);
        },
        { ...(signal && { signal }), bytes, isCostly },
      );
    } catch (thrown) {
      return this.#errorAnswer(call, signal?.aborted ? cancelled() : toCodedError(thrown));
    }
  }

  /** Runs a call, and notes what it has cost. */
  async #timed(call: EngineCall, giveBack: () => void, options: EngineCallOptions): Promise<EngineAnswer> {
    const { signal } = options;
    const startMs = performance.now();
    let workMs: number | undefined;
    try {
      const answer = await this.#long.run(
        (ending) => this.#answer(call, { ...options, signal: ending }),
        giveBack,
        signal,
      );
      workMs = answer.workMs;
      return answer;
    } finally {
      // The work of a call without an answer is unknown.
      this.#expected.add(call.tool, this.#roots.of(workspaceOf(call)), workMs ?? performance.now() - startMs);
    }
  }

  listen(send: SendProgress): Listener {
    const id = ++this.#listened;
    this.#listeners.set(id, send);
    return { id, close: () => void this.#listeners.delete(id) };
  }

  async health(asked: 'details' | 'status'): Promise<Record<string, unknown>> {
    if (asked === 'status' && this.#lastHealth !== undefined && this.#child.hasRested) return this.#lastHealth;
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      late = setTimeout(() => resolve(undefined), healthMs);
    });
    if (asked === 'details') this.#keepEngine();
    const answer = this.#askHealth();
    // After the deadline nobody waits for it.
    answer.catch(() => {});
    try {
      const report = await Promise.race([answer, tooLate]);
      return report ?? this.#unhealthy(`The engine has not answered for ${healthMs / 1_000} s.`);
    } catch (thrown) {
      if (thrown instanceof EngineLost) return this.#unhealthy('The engine is being restarted.');
      throw thrown;
    } finally {
      clearTimeout(late);
    }
  }

  stayAwake(): void {
    this.#awake.stay();
  }

  noMoreCalls(): void {
    this.#child.noMoreCalls();
  }

  /** Resolves when the engine has ended, with everything that it has started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idle);
    await Promise.all([this.#child.close(), this.#isolated.close()]);
    this.#awake.close();
  }

  /** Ends it at once. Its jobs and gits notice and end within a second. */
  kill(): void {
    this.#isClosed = true;
    this.#child.kill();
    this.#isolated.kill();
  }

  /** Restarts the idle timer. An engine with jobs stays. */
  #keepEngine(): void {
    clearInterval(this.#idle);
    this.#idle = setInterval(() => this.#child.rest(), this.#options.idleSeconds * 1_000).unref();
  }

  async #answer(call: EngineCall, options: EngineCallOptions): Promise<EngineAnswer> {
    this.#costly.refuse(call);
    const meant = this.#roots.of(workspaceOf(call));
    const attempt: RunCall = (engine, signal, onReady) => this.#attempt(call, options, engine, signal, onReady);
    if (this.#isolated.has(meant) && !(await this.#changesIndex(call))) {
      return this.#unlessLost(meant, call, await this.#isolated.run(meant, attempt, options.signal));
    }
    const named = workspaceOf(call);
    if (named !== '' && this.#isolated.areAny && !this.#roots.has(named) && !(await this.#changesIndex(call))) {
      const outcome = await this.#isolated.runUnknown(attempt, options.signal);
      return this.#unlessLost(outcome instanceof EngineLost ? (outcome.root ?? meant) : meant, call, outcome);
    }
    const lost = await this.#attempt(call, options, () => this.#running());
    if (!(lost instanceof EngineLost)) return lost;
    this.log(`engine: it ended (${lost.message}) while ${call.tool} was running, which is repeated`);
    // Somebody else ended it, so the call is repeated at once.
    const second = lost.isByItself ? lost : await this.#attempt(call, options, () => this.#running());
    if (!(second instanceof EngineLost)) return second;
    const root = second.root ?? lost.root ?? meant;
    return this.#unlessLost(root, call, await this.#isolated.repeat(root, attempt, options.signal));
  }

  /** Throws the error of a call that has ended an engine in which it ran alone. */
  #unlessLost(root: string, call: EngineCall, outcome: EngineAnswer | EngineLost): EngineAnswer {
    if (!(outcome instanceof EngineLost)) return outcome;
    if (outcome.isByItself) this.#isolated.add(root);
    throw this.#costly.add(call, outcome);
  }

  /** Such a call starts a job, and all jobs run in one engine, because they share a limit. */
  async #changesIndex({ tool }: EngineCall): Promise<boolean> {
    const row = (await this.tools()).find(({ name }) => name === tool);
    return (row?.annotations as { readOnlyHint?: boolean } | undefined)?.readOnlyHint === false;
  }

  /** Returns the loss of the engine instead of throwing it, unless nobody waits for the answer. */
  async #attempt(
    call: EngineCall,
    options: EngineCallOptions,
    engine: () => EngineChild,
    ending = options.signal,
    onReady = () => {},
  ): Promise<EngineAnswer | EngineLost> {
    options.signal?.throwIfAborted();
    try {
      const child = engine();
      this.#ready = await child.ready;
      onReady();
      return await child.call(call, { ...options, ...(ending && { signal: ending }) });
    } catch (thrown) {
      if (!(thrown instanceof EngineLost) || this.#isClosed || options.signal?.aborted) throw thrown;
      return thrown;
    }
  }

  /** The process that runs, or a new one. */
  #running(): EngineChild {
    if (this.#child.isOver && this.#isClosed) throw cancelled();
    // What the first engine loaded in advance may be what ended it.
    if (this.#child.isOver) this.#child = this.#start(new EngineChild(), false, this.#child.resumable);
    return this.#child;
  }

  #startAside(): EngineChild {
    if (this.#isClosed) throw cancelled();
    return this.#start(new EngineChild(true), false, [], true);
  }

  #start(
    child: EngineChild,
    prewarm: boolean,
    unfinished: readonly UnfinishedJob[] = [],
    isAside = false,
  ): EngineChild {
    const { log, servesParent, idleSeconds, ...options } = this.#options;
    child.start(
      { ...options, prewarm, entered: [...this.#entered], unfinished, isAside },
      {
        onLog: log,
        onProgress: (listener, params) => this.#listeners.get(listener)?.(params),
        onEntered: (root) => this.#entered.add(root),
        onInside: (root, workspace) => this.#roots.learn(root, workspace),
        onJobWanted: (job) => this.#isClosed || this.#running().startJob(job),
      },
    );
    // Its jobs do not wait for the next call, unless engines cannot start.
    void child.ended.then(() => {
      for (const root of child.suspects) this.#isolated.add(root);
      const goesOn = child.wasReady && child.resumable.length > 0;
      if (goesOn && child === this.#child && !this.#isClosed) this.#running();
    });
    return child;
  }

  async #askHealth(): Promise<Record<string, unknown>> {
    const child = this.#running();
    this.#ready = await child.ready;
    const report = (await child.ask('health')) as Record<string, unknown>;
    this.#lastHealth = report;
    return report;
  }

  /** The last report, with an error. */
  #unhealthy(message: string): Record<string, unknown> {
    const { version, startedAtMs, warmsetCapacity: capacity, prewarm } = this.#options;
    const { code, remediation } = new CodedError('server_busy', message);
    return {
      projects: [],
      version,
      workspace_warmset: { enabled: prewarm, capacity, members: [] },
      ...this.#lastHealth,
      status: 'error',
      uptime_seconds: Math.floor((Date.now() - startedAtMs) / 1000),
      error: { code, message, remediation },
    };
  }

  #errorAnswer({ sent }: EngineCall, error: CodedError): EngineAnswer {
    const body = { error: errorShape(error), metadata: this.#ready?.unreachedMetadata };
    const isText = formatOf(sent, this.#options.format) === 'text';
    return { isError: true, text: isText ? errorText(body.error) : JSON.stringify(body) };
  }
}

/**
 * A server only passes messages on, so it should hold little memory. By default, V8 grows the young generation to 30 MB
 * in a burst of requests, and does not shrink it while idle. V8 resets this flag whenever a thread starts.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** The workspace that a call names; empty if it names none. */
function workspaceOf({ sent }: EngineCall): string {
  const { workspace } = (sent ?? {}) as { workspace?: unknown };
  return typeof workspace === 'string' ? workspace : '';
}

/** About the memory that arguments take. Messages are limited in depth and in the number of values. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return bytesPerValue;
  return Object.entries(value).reduce((sum, [key, each]) => sum + bytesPerValue + key.length + bytesOf(each), 0);
}

const bytesPerValue = 32;
