/**
 * Parse workers of the test's own process that outlive their pool: the next pool takes over the thread with its loaded
 * grammars. Most of a small job is loading them. A worker that is stopped at work, has crashed or is spent is not used
 * again. Programs that a test starts are not affected.
 */
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MessagePort, Worker, WorkerOptions } from 'node:worker_threads';

const threads = createRequire(import.meta.url)('node:worker_threads') as typeof import('node:worker_threads');
const NewWorker = threads.Worker;
const warmFile = fileURLToPath(new URL('./warm-parse-worker.mjs', import.meta.url));
const maxIdle = 2;

interface Thread {
  readonly worker: Worker;
  /** What cannot change from one use to the next. */
  readonly kind: string;
  user: WarmWorker | undefined;
}

const idle: Thread[] = [];

/** From now on, pools in this process take their parse workers from here. */
export function keepParseWorkersWarm(): void {
  if (threads.Worker !== NewWorker) return;
  threads.Worker = new Proxy(NewWorker, {
    construct: (_, [file, options = {}]: [string | URL, WorkerOptions?]) => {
      const isParseWorker = /[\\/]build[\\/]indexing[\\/]workers[\\/]parse-worker\.js$/.test(String(file));
      return isParseWorker ? new WarmWorker(String(file), options) : new NewWorker(file, options);
    },
  });
  syncBuiltinESMExports();
}

/** Ends the threads that wait for a pool, so that the next one begins with a new worker. */
export async function endWarmWorkers(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ worker }) => worker.terminate()));
}

/** What a pool uses of a worker. */
class WarmWorker extends EventEmitter {
  readonly #thread: Thread;
  readonly #port: MessagePort;
  #unanswered = 0;
  #isSpent = false;
  #hasEnded = false;

  constructor(file: string, { workerData, resourceLimits }: WorkerOptions) {
    super();
    const kind = JSON.stringify([file, workerData.maxParserBytes, resourceLimits]);
    this.#thread = takeIdle(kind) ?? startThread(file, kind, resourceLimits);
    this.#thread.user = this;
    this.#thread.worker.ref();
    const { port1, port2 } = new threads.MessageChannel();
    this.#port = port1;
    this.#port.on('message', (answer: { readonly isSpent: boolean }) => {
      this.#unanswered--;
      this.#isSpent ||= answer.isSpent;
      this.emit('message', answer);
    });
    this.#port.unref();
    this.#thread.worker.postMessage({ workerData, port: port2 }, [port2]);
  }

  postMessage(message: unknown): void {
    // Only batches of tasks are answered.
    if (Array.isArray(message)) this.#unanswered++;
    this.#port.postMessage(message);
  }

  unref(): void {
    this.#thread.worker.unref();
  }

  async terminate(): Promise<number> {
    if (this.#hasEnded) return 0;
    this.end();
    const isUsable = this.#unanswered === 0 && !this.#isSpent && idle.length < maxIdle;
    if (!isUsable) return this.#thread.worker.terminate();
    this.#thread.user = undefined;
    this.#thread.worker.unref();
    idle.push(this.#thread);
    return 0;
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#port.close();
    setImmediate(() => this.emit('exit', 1));
  }
}

function takeIdle(kind: string): Thread | undefined {
  const at = idle.findIndex((thread) => thread.kind === kind);
  return at === -1 ? undefined : idle.splice(at, 1)[0];
}

function startThread(file: string, kind: string, resourceLimits: WorkerOptions['resourceLimits']): Thread {
  const limits = resourceLimits === undefined ? {} : { resourceLimits };
  const thread: Thread = {
    worker: new NewWorker(warmFile, { workerData: { file }, ...limits }),
    kind,
    user: undefined,
  };
  thread.worker.on('error', (thrown) => thread.user?.emit('error', thrown));
  thread.worker.on('exit', () => {
    thread.user?.end();
    const at = idle.indexOf(thread);
    if (at !== -1) idle.splice(at, 1);
  });
  return thread;
}
