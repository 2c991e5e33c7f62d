/**
 * Projects whose calls run one at a time, each project in engines of its own: calls that were running when an engine
 * ended are repeated there, so that it is certain which of them ends it. A project with such a call stays isolated for
 * some time. So a hostile repository delays calls on other projects once, and from then on only those on itself. A call
 * that takes long is ended and repeated in a second engine, so that it does not keep the quick ones waiting.
 */
import type { EngineAnswer } from './engine.ts';
import { type EngineChild, EngineLost } from './engine-child.ts';
import { InTurn } from './in-turn.ts';

const isolatedMs = 600_000;
/** Each has up to two engines, which are processes with heaps of their own. */
const projectsAtOnce = 3;
/** Enough to start an engine, open an index and answer a usual call. */
const quickMs = 4_000;
/** After so long without a call, an engine ends once its jobs are done. */
const restMs = 1_000;

export interface IsolatedOptions {
  /** Starts an engine in place of a former one of the same project. */
  readonly start: (former: EngineChild | undefined) => EngineChild;
  readonly now?: () => number;
}

type Outcome = EngineAnswer | EngineLost;

/** Runs a call in an engine, which it may have to start. */
type RunCall = (engine: () => EngineChild, signal: AbortSignal) => Promise<Outcome>;

export class IsolatedProjects {
  readonly #start: IsolatedOptions['start'];
  readonly #now: () => number;
  /** By root. */
  readonly #until = new Map<string, number>();
  readonly #places = new Map<string, Place>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor({ start, now = () => performance.now() }: IsolatedOptions) {
    this.#start = start;
    this.#now = now;
  }

  has(root: string): boolean {
    const until = this.#until.get(root);
    if (until !== undefined && until <= this.#now()) this.#until.delete(root);
    return this.#until.has(root);
  }

  /** One of its calls has ended an engine. */
  add(root: string): void {
    this.#until.set(root, this.#now() + isolatedMs);
  }

  /** Runs a call when it is its turn in the project. */
  async run(root: string, call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    const place = await this.#placeOf(root);
    place.calls++;
    try {
      const late = new AbortController();
      const outcome = await place.quick.run(async (engine) => {
        const timer = setTimeout(() => late.abort(), quickMs);
        try {
          return await call(engine, AbortSignal.any([signal, late.signal]));
        } finally {
          clearTimeout(timer);
        }
      });
      const isSlow = late.signal.aborted && !signal.aborted && !(outcome instanceof EngineLost);
      return isSlow ? await place.slow.run((engine) => call(engine, signal)) : outcome;
    } finally {
      place.calls--;
      this.#wake();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await Promise.all([...this.#places.values()].map((place) => place.close()));
  }

  kill(): void {
    this.#isClosed = true;
    for (const place of this.#places.values()) place.kill();
  }

  /** Waits if too many projects have engines. One without calls and jobs makes room. */
  async #placeOf(root: string): Promise<Place> {
    for (;;) {
      const known = this.#places.get(root);
      if (known !== undefined) return known;
      const idle = [...this.#places].find(([, place]) => place.isIdle);
      if (this.#places.size < projectsAtOnce || idle !== undefined || this.#isClosed) {
        if (this.#places.size >= projectsAtOnce && idle !== undefined) {
          this.#places.delete(idle[0]);
          void idle[1].close();
        }
        const place = new Place(this.#start);
        this.#places.set(root, place);
        return place;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

const never = new AbortController().signal;

/** The engines of one project. */
class Place {
  readonly quick: SerialEngine;
  readonly slow: SerialEngine;
  /** Those that run or wait. */
  calls = 0;

  constructor(start: IsolatedOptions['start']) {
    this.quick = new SerialEngine(start);
    this.slow = new SerialEngine(start);
  }

  get isIdle(): boolean {
    return this.calls === 0 && !this.quick.hasJobs && !this.slow.hasJobs;
  }

  async close(): Promise<void> {
    await Promise.all([this.quick.close(), this.slow.close()]);
  }

  kill(): void {
    this.quick.kill();
    this.slow.kill();
  }
}

/** An engine with one call at a time. It is started when it is needed, and ends soon after it is not. */
class SerialEngine {
  readonly #start: IsolatedOptions['start'];
  readonly #calls = new InTurn();
  #engine: EngineChild | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor(start: IsolatedOptions['start']) {
    this.#start = start;
  }

  get hasJobs(): boolean {
    return this.#engine !== undefined && !this.#engine.isOver && this.#engine.unfinished.length > 0;
  }

  async run(call: (engine: () => EngineChild) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await this.#calls.run(() => call(() => this.#running()));
    } finally {
      this.#restSoon();
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
    this.#engine = this.#start(engine);
    return this.#engine;
  }

  #restSoon(): void {
    clearInterval(this.#resting);
    this.#resting = setInterval(() => {
      if (!this.#calls.isIdle || this.#engine === undefined || this.#engine.isOver) clearInterval(this.#resting);
      else this.#engine.rest();
    }, restMs).unref();
  }
}
