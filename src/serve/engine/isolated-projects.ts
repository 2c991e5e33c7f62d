/**
 * Engines aside, for one project each. Calls that were running when an engine ended are repeated there one at a time, so
 * that it is certain which of them ends it. A project with such a call stays isolated for some time: its calls run in
 * engines of its own. So a hostile repository delays calls on other projects once, and from then on only those on itself.
 * Repeated calls of other projects have engines that isolated projects cannot take. Jobs are not started here.
 */
import { CodedError } from '../../errors.ts';
import type { EngineAnswer } from './engine.ts';
import { type EngineChild, EngineLost } from './engine-child.ts';
import { InTurn } from './in-turn.ts';

const isolatedMs = 600_000;
/** A repeated call that takes longer is ended and repeated in another engine, so that the quick ones need not wait. */
const quickMs = 4_000;
/** After so long without a call, an engine ends. */
const restMs = { shared: 30_000, alone: 1_000 };
/** Each project at once has an engine, and an isolated one up to three, which are processes with heaps of their own. */
const projectsAtOnce = { isolated: 2, unknown: 1, quick: 2, slow: 1 };
const longestWaitMs = 60_000;

type Outcome = EngineAnswer | EngineLost;

/** Runs a call in an engine, which it may have to start. */
export type RunCall = (engine: () => EngineChild, signal: AbortSignal, onReady?: () => void) => Promise<Outcome>;

export class IsolatedProjects {
  readonly #now: () => number;
  /** By root. */
  readonly #until = new Map<string, number>();
  readonly #isolated: Places<IsolatedProject>;
  readonly #unknown: Places<IsolatedProject>;
  readonly #quick: Places<OneByOne>;
  readonly #slow: Places<OneByOne>;

  constructor(start: () => EngineChild, now = () => performance.now()) {
    this.#now = now;
    const alone = () => new OneByOne(start);
    this.#isolated = new Places(projectsAtOnce.isolated, () => new IsolatedProject(start));
    this.#unknown = new Places(projectsAtOnce.unknown, () => new IsolatedProject(start));
    this.#quick = new Places(projectsAtOnce.quick, alone);
    this.#slow = new Places(projectsAtOnce.slow, alone);
  }

  has(root: string): boolean {
    const until = this.#until.get(root);
    if (until !== undefined && until <= this.#now()) this.#until.delete(root);
    return this.#until.has(root);
  }

  get areAny(): boolean {
    return [...this.#until.keys()].some((root) => this.has(root));
  }

  /** One of its calls has ended an engine. */
  add(root: string): void {
    this.#until.set(root, this.#now() + isolatedMs);
  }

  /** Runs a call of an isolated project. */
  run(root: string, call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    return this.#isolated.use(root, signal, (project) => project.run(call, signal));
  }

  /** Runs a call of which it is not known yet whether it uses an isolated project. */
  runUnknown(call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    return this.#unknown.use('', signal, (project) => project.run(call, signal));
  }

  /** Repeats a call that was running when an engine ended. The loss of its engine is its own doing. */
  repeat(root: string, call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    if (this.has(root)) {
      return this.#isolated.use(root, signal, ({ quick, slow }) => repeated(quick, call, signal, later(slow)));
    }
    const slowly = (again: Again) => this.#slow.use(root, signal, again);
    return this.#quick
      .use(root, signal, (engine) => repeated(engine, call, signal, async (again) => again))
      .then((outcome) => (typeof outcome === 'function' ? slowly(outcome) : outcome));
  }

  async close(): Promise<void> {
    await Promise.all([this.#isolated, this.#unknown, this.#quick, this.#slow].map((places) => places.close()));
  }

  kill(): void {
    for (const places of [this.#isolated, this.#unknown, this.#quick, this.#slow]) places.kill();
  }
}

const never: AbortSignal = new AbortController().signal;

/** Repeats a call that takes long, in an engine for such calls. */
type Again = (engine: OneByOne) => Promise<Outcome>;

const later = (engine: OneByOne) => (again: Again) => again(engine);

/** Repeats a call; if it takes long, passes on how to repeat it once more. */
async function repeated<Result>(
  quick: OneByOne,
  call: RunCall,
  signal: AbortSignal,
  whenSlow: (again: Again) => Promise<Result>,
): Promise<Outcome | Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Starting an engine takes its time, too.
  const onReady = () => {
    timer = setTimeout(() => late.abort(), quickMs);
  };
  const either = AbortSignal.any([signal, late.signal]);
  const outcome = await quick.run((engine) => call(engine, either, onReady)).finally(() => clearTimeout(timer));
  const isSlow = late.signal.aborted && !signal.aborted && !(outcome instanceof EngineLost);
  return isSlow ? whenSlow((engine) => engine.run((start) => call(start, signal))) : outcome;
}

interface Closable {
  close(): Promise<void>;
  kill(): void;
}

/** The engines of a few projects at once. A project without calls makes room for another. */
class Places<Engines extends Closable> {
  readonly #atOnce: number;
  readonly #create: () => Engines;
  readonly #places = new Map<string, { readonly engines: Engines; calls: number }>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(atOnce: number, create: () => Engines) {
    this.#atOnce = atOnce;
    this.#create = create;
  }

  async use<Result>(root: string, signal: AbortSignal, work: (engines: Engines) => Promise<Result>): Promise<Result> {
    const endMs = performance.now() + longestWaitMs;
    let place = this.#reserve(root);
    for (; place === undefined; place = this.#reserve(root)) {
      signal.throwIfAborted();
      if (performance.now() >= endMs) throw new CodedError('server_busy', 'Other projects keep ending their engines.');
      await this.#change(signal, endMs - performance.now());
    }
    try {
      return await work(place.engines);
    } finally {
      place.calls--;
      this.#wake();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await Promise.all([...this.#places.values()].map(({ engines }) => engines.close()));
  }

  kill(): void {
    this.#isClosed = true;
    for (const { engines } of this.#places.values()) engines.kill();
  }

  /** Counts the call at once, so that its place does not look idle to another call. */
  #reserve(root: string): { readonly engines: Engines; calls: number } | undefined {
    let place = this.#places.get(root);
    if (place === undefined) {
      const idle = [...this.#places].find(([, { calls }]) => calls === 0);
      const isFull = this.#places.size >= this.#atOnce && !this.#isClosed;
      if (isFull && idle === undefined) return undefined;
      if (isFull && idle !== undefined) {
        this.#places.delete(idle[0]);
        void idle[1].engines.close();
      }
      place = { engines: this.#create(), calls: 0 };
      this.#places.set(root, place);
    }
    place.calls++;
    return place;
  }

  /** Resolves when a place may have become free, or nobody waits for it any longer. */
  #change(signal: AbortSignal, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.push(end);
    });
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

class IsolatedProject implements Closable {
  /** For all calls, until one of them ends it. */
  readonly shared: EngineAside;
  readonly quick: OneByOne;
  readonly slow: OneByOne;

  constructor(start: () => EngineChild) {
    this.shared = new EngineAside(start, restMs.shared);
    this.quick = new OneByOne(start);
    this.slow = new OneByOne(start);
  }

  async run(call: RunCall, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.shared.run((engine) => call(engine, signal));
    return outcome instanceof EngineLost ? repeated(this.quick, call, signal, later(this.slow)) : outcome;
  }

  async close(): Promise<void> {
    await Promise.all([this.shared, this.quick, this.slow].map((engine) => engine.close()));
  }

  kill(): void {
    for (const engine of [this.shared, this.quick, this.slow]) engine.kill();
  }
}

/** An engine for one call at a time. */
class OneByOne implements Closable {
  readonly #engine: EngineAside;
  readonly #calls = new InTurn();

  constructor(start: () => EngineChild) {
    this.#engine = new EngineAside(start, restMs.alone);
  }

  run(call: (engine: () => EngineChild) => Promise<Outcome>): Promise<Outcome> {
    return this.#calls.run(() => this.#engine.run(call));
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  kill(): void {
    this.#engine.kill();
  }
}

/** An engine that is started when it is needed, and ends soon after it is not. */
class EngineAside {
  readonly #start: () => EngineChild;
  readonly #restMs: number;
  #engine: EngineChild | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor(start: () => EngineChild, restAfterMs: number) {
    this.#start = start;
    this.#restMs = restAfterMs;
  }

  async run(call: (engine: () => EngineChild) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await call(() => this.#running());
    } finally {
      clearInterval(this.#resting);
      // An engine with requests does not rest.
      this.#resting = setInterval(() => {
        if (this.#engine === undefined || this.#engine.isOver) clearInterval(this.#resting);
        else this.#engine.rest();
      }, this.#restMs).unref();
    }
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  kill(): void {
    this.#engine?.kill();
  }

  #running(): EngineChild {
    const engine = this.#engine;
    if (engine !== undefined && !engine.isOver && !engine.isResting) return engine;
    this.#engine = this.#start();
    return this.#engine;
  }
}
