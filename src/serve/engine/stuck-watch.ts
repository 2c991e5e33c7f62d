/**
 * Finds out whether a process is stuck while it has calls to answer: it is asked for a sign of life, and none comes
 * although it works. A busy machine is no reason: what counts is the processor time that the process has had.
 */
import { readFileSync } from 'node:fs';

const tickMs = 250;
/** Calls let others go on every few milliseconds. Even a collection of a full heap is over by then. */
const stuckMs = 5_000;
const stuckProcessorMs = 4_000;
/** Without processor time: it waits for a disk that does not answer, or the system does not tell. */
const silentMs = 60_000;

export interface StuckWatchOptions {
  readonly ping: () => void;
  /** `isStalled`: it does not work either. */
  readonly onStuck: (isStalled: boolean) => void;
  /** Returns the processor time of a process in milliseconds; undefined if the system does not tell. */
  readonly processorMs?: (pid: number) => number | undefined;
}

export class StuckWatch {
  readonly #pid: number | undefined;
  readonly #options: StuckWatchOptions;
  readonly #processorMs: (pid: number) => number | undefined;
  #calls = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;
  /** Counted in ticks, because time also passes while the machine sleeps. */
  #silentMs = 0;
  #processorAtPing: number | undefined;

  constructor(pid: number | undefined, options: StuckWatchOptions) {
    this.#pid = pid;
    this.#options = options;
    this.#processorMs = options.processorMs ?? processorTime;
  }

  /** Called before a call is sent. */
  begin(): void {
    this.#calls++;
    this.#ping();
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  finish(): void {
    this.#calls--;
    if (this.#calls === 0) this.close();
  }

  answered(): void {
    this.#isAsked = false;
    this.#silentMs = 0;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #ping(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#silentMs = 0;
    this.#processorAtPing = this.#usedMs();
    this.#options.ping();
  }

  #tick(): void {
    this.#ping();
    this.#silentMs += tickMs;
    if (this.#silentMs < stuckMs) return;
    const now = this.#usedMs();
    const works = now !== undefined && now - (this.#processorAtPing ?? 0) >= stuckProcessorMs;
    if (!works && this.#silentMs < silentMs) return;
    this.close();
    this.#options.onStuck(now !== undefined && !works);
  }

  #usedMs(): number | undefined {
    return this.#pid === undefined ? undefined : this.#processorMs(this.#pid);
  }
}

/** Linux only. */
function processorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) * 10;
  } catch {
    return undefined;
  }
}
