/**
 * Engines aside, for one project each. Calls that were running when an engine ended are repeated there one at a time, so
 * that it is certain which of them ends it. A project with such a call stays isolated for some time: its calls run in an
 * engine of its own. So a hostile repository delays calls on other projects once, and from then on only those on itself.
 * Jobs are not started here.
 */
import type { EngineAnswer } from './engine.ts';
import { type EngineChild, EngineLost } from './engine-child.ts';
import { InTurn } from './in-turn.ts';

const isolatedMs = 600_000;
/** Each has up to three engines, which are processes with heaps of their own. */
const projectsAtOnce = 2;
/** A repeated call that takes longer is ended and repeated in another engine, so that the quick ones need not wait. */
const quickMs = 4_000;
/** After so long without a call, an engine ends. */
const restMs = { shared: 30_000, alone: 1_000 };

type Outcome = EngineAnswer | EngineLost;

/** Runs a call in an engine, which it may have to start. */
export type RunCall = (engine: () => EngineChild, signal: AbortSignal, onReady?: () => void) => Promise<Outcome>;

export class IsolatedProjects {
  readonly #start: () => EngineChild;
  readonly #now: () => number;
  /** By root. */
  readonly #until = new Map<string, number>();
  readonly #places = new Map<string, Place>();
  #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(start: () => EngineChild, now = () => performance.now()) {
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

  /** Runs a call of an isolated project. */
  run(root: string, call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    return this.#inPlace(root, async (place) => {
      const outcome = await place.shared.run((engine) => call(engine, signal));
      return outcome instanceof EngineLost ? place.repeat(call, signal) : outcome;
    });
  }

  /** Repeats a call that was running when an engine ended. The loss of its engine is its own doing. */
  repeat(root: string, call: RunCall, signal: AbortSignal = never): Promise<Outcome> {
    return this.#inPlace(root, (place) => place.repeat(call, signal));
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

  /** Waits if too many projects have engines. One without calls makes room. */
  async #inPlace(root: string, work: (place: Place) => Promise<Outcome>): Promise<Outcome> {
    let place = this.#reserve(root);
    for (; place === undefined; place = this.#reserve(root)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work(place);
    } finally {
      place.calls--;
      this.#wake();
    }
  }

  /** Counts the call at once, so that its place does not look idle to another call. */
  #reserve(root: string): Place | undefined {
    let place = this.#places.get(root);
    if (place === undefined) {
      const idle = [...this.#places].find(([, { calls }]) => calls === 0);
      const isFull = this.#places.size >= projectsAtOnce && !this.#isClosed;
      if (isFull && idle === undefined) return undefined;
      if (isFull && idle !== undefined) {
        this.#places.delete(idle[0]);
        void idle[1].close();
      }
      place = new Place(this.#start);
      this.#places.set(root, place);
    }
    place.calls++;
    return place;
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}

const never: AbortSignal = new AbortController().signal;

/** The engines of one project. */
class Place {
  /** For all calls of an isolated project. */
  readonly shared: EngineAside;
  readonly #quick: EngineAside;
  readonly #slow: EngineAside;
  readonly #quickCalls = new InTurn();
  readonly #slowCalls = new InTurn();
  /** Those that run or wait. */
  calls = 0;

  constructor(start: () => EngineChild) {
    this.shared = new EngineAside(start, restMs.shared);
    this.#quick = new EngineAside(start, restMs.alone);
    this.#slow = new EngineAside(start, restMs.alone);
  }

  async repeat(call: RunCall, signal: AbortSignal): Promise<Outcome> {
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // Starting an engine takes its time, too.
    const onReady = () => {
      timer = setTimeout(() => late.abort(), quickMs);
    };
    const either = AbortSignal.any([signal, late.signal]);
    const outcome = await this.#quickCalls
      .run(() => this.#quick.run((engine) => call(engine, either, onReady)))
      .finally(() => clearTimeout(timer));
    const isSlow = late.signal.aborted && !signal.aborted && !(outcome instanceof EngineLost);
    return isSlow ? this.#slowCalls.run(() => this.#slow.run((engine) => call(engine, signal))) : outcome;
  }

  async close(): Promise<void> {
    await Promise.all([this.shared, this.#quick, this.#slow].map((engine) => engine.close()));
  }

  kill(): void {
    for (const engine of [this.shared, this.#quick, this.#slow]) engine.kill();
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
