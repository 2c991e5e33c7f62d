/**
 * Calls that take long give their place among the calls at once to others, so that they never keep quick ones waiting.
 * Their own number is limited too: one more than that is ended, and can be repeated later.
 */
import { CodedError } from '../../errors.ts';

const longMs = 1_000;
/** With too many of them, one that has run for so long is ended. */
const tooLongMs = 5_000;
/** Few of them advance at a time (src/query/view/pausing-call.ts); the others hold what they have found so far. */
const longAtOnce = 32;

export class LongCalls {
  #running = 0;

  /** Runs a call with a signal for its end. `giveBack` gives its place to another call. */
  async run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    giveBack: () => void,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const ending = new AbortController();
    const end = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', end, { once: true });
    let isLong = false;
    let ranMs = 0;
    const timer = setInterval(() => {
      ranMs += longMs;
      if (this.#running < longAtOnce) {
        isLong = true;
        this.#running++;
        clearInterval(timer);
        giveBack();
      } else if (ranMs >= tooLongMs) {
        clearInterval(timer);
        ending.abort(tooMany());
      }
    }, longMs);
    try {
      const result = await work(ending.signal);
      throwReason(ending.signal);
      return result;
    } catch (thrown) {
      // Its engine may have ended, too.
      throwReason(ending.signal);
      throw thrown;
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', end);
      if (isLong) this.#running--;
    }
  }
}

/** Throws why the call was ended here. */
function throwReason({ reason }: AbortSignal): void {
  if (reason instanceof CodedError) throw reason;
}

function tooMany(): CodedError {
  return new CodedError('server_busy', `${longAtOnce} other calls that take long are running.`);
}
