/**
 * A limit on garbage. V8 lets it grow to hundreds of megabytes while clients send bodies or calls without a pause, and
 * the system gets little of that memory back. After traffic, a check collects garbage if memory grew by more than the
 * limit since the last collection (test/hostile/http-attacks.test.ts, "250 that call without a pause").
 */
import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../../collect-garbage.ts';

/** Real calls keep about 20 MB, so this is a collection every few hundred calls: some tens of milliseconds. */
const maxGrowthBytes = 16 << 20;
/** A collection takes longer the more memory is in use, so the limit grows with it. */
const maxGrowthShare = 0.5;
const betweenChecksMs = 50;
/** Large bodies arrive faster than the timer fires. */
const betweenChecksBytes = 8 << 20;

export interface Memory {
  usedBytes(): number;
  collect(): void;
}

export class GarbageLimit {
  readonly #memory: Memory;
  #keptBytes: number;
  #receivedBytes = 0;
  #isCheckDue = false;

  constructor(memory: Memory = memoryOfThisThread) {
    this.#memory = memory;
    this.#keptBytes = memory.usedBytes();
  }

  /** Must be called for all bytes received. Causes one check soon afterwards, and no work in an idle server. */
  received(bytes: number): void {
    this.#receivedBytes += bytes;
    if (this.#receivedBytes >= betweenChecksBytes) this.check();
    if (this.#isCheckDue) return;
    this.#isCheckDue = true;
    setTimeout(() => {
      this.#isCheckDue = false;
      this.check();
    }, betweenChecksMs).unref();
  }

  check(): void {
    this.#receivedBytes = 0;
    const usedBytes = this.#memory.usedBytes();
    const limitBytes = this.#keptBytes + Math.max(maxGrowthBytes, this.#keptBytes * maxGrowthShare);
    // V8 collects on its own as well.
    if (usedBytes < this.#keptBytes) this.#keptBytes = usedBytes;
    if (usedBytes <= limitBytes) return;
    this.#memory.collect();
    this.#keptBytes = this.#memory.usedBytes();
  }
}

const memoryOfThisThread: Memory = {
  usedBytes: () => {
    const { used_heap_size: heapBytes, external_memory: bufferBytes } = getHeapStatistics();
    return heapBytes + bufferBytes;
  },
  collect: collectGarbage,
};
