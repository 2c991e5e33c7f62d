/**
 * A process that serves is awake while it has work and for some time after it. While it is awake, a watchdog watches it;
 * when it goes to rest, it releases memory. The watchdog's thread takes 9 MB, and an idle process cannot get stuck.
 */
import { collectGarbage } from '../collect-garbage.ts';
import { startWatchdog, type Watchdog, type WatchdogOptions } from './start-watchdog.ts';

/** A process without work for this long is idle. */
const restAfterMs = 15_000;
const restSoonMs = 1_000;

export interface AwakeOptions extends WatchdogOptions {
  /** Called at rest, before the memory is collected. */
  readonly onRest?: () => Promise<void>;
}

export class Awake {
  readonly #options: AwakeOptions;
  #resting: NodeJS.Timeout | undefined;
  #watchdog: Watchdog | undefined;

  constructor(options: AwakeOptions) {
    this.#options = options;
  }

  /** Called before work, such as every call: restarts the idle timer. */
  stay(): void {
    this.#watchdog ??= startWatchdog(this.#options);
    this.#restIn(restAfterMs);
  }

  /** Called after background work, when the next call may be hours away. */
  restSoon(): void {
    this.#restIn(restSoonMs);
  }

  /** Until `close`, the watchdog still ends a process that is stuck. */
  stop(): void {
    clearTimeout(this.#resting);
  }

  close(): void {
    this.stop();
    this.#watchdog?.close();
  }

  #restIn(ms: number): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#rest(), ms).unref();
  }

  async #rest(): Promise<void> {
    this.#watchdog?.close();
    this.#watchdog = undefined;
    await this.#options.onRest?.();
    collectGarbage();
    // The backing memory of arrays is freed only by a second collection.
    this.#resting = setTimeout(collectGarbage, restSoonMs).unref();
  }
}
