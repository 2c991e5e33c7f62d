/**
 * Calls that have ended an engine. The same call would do so again, so it is refused for some time: an agent that gets
 * an error often repeats the call at once.
 */
import { createHash } from 'node:crypto';
import { CodedError } from '../../errors.ts';
import type { EngineCall } from './engine.ts';
import { type EngineLost, isOutOfMemory } from './engine-child.ts';

const rememberedMs = 600_000;
const maxRemembered = 1_000;

interface CostlyCall {
  readonly error: CodedError;
  readonly until: number;
}

export class CostlyCalls {
  readonly #now: () => number;
  /** By the digest of the call, oldest first. */
  readonly #calls = new Map<string, CostlyCall>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws if the call has ended an engine before. */
  refuse(call: EngineCall): void {
    if (this.#calls.size === 0) return;
    const known = this.#calls.get(digestOf(call));
    if (known !== undefined && known.until > this.#now()) throw known.error;
  }

  /** Returns the error that the call gets. */
  add(call: EngineCall, lost: EngineLost): CodedError {
    const error = errorOf(lost);
    if (error.code !== 'query_too_expensive') return error;
    const key = digestOf(call);
    this.#calls.delete(key);
    this.#calls.set(key, { error, until: this.#now() + rememberedMs });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > maxRemembered && oldest !== undefined) this.#calls.delete(oldest);
    return error;
  }
}

function digestOf({ tool, sent }: EngineCall): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, sent]))
    .digest('base64');
}

function errorOf({ wasStuck, wasStalled, message: how }: EngineLost): CodedError {
  if (wasStalled) return new CodedError('out_of_resources', 'The engine did not work for a minute, so it was ended.');
  if (wasStuck) {
    return new CodedError('query_too_expensive', 'The call blocked all others for seconds, so it was ended.');
  }
  if (isOutOfMemory(how)) {
    return new CodedError('query_too_expensive', 'The call used up the memory of the engine, so it was ended.');
  }
  return new CodedError(
    'internal_error',
    `The process that answers calls ended again and again during this call (${how}).`,
  );
}
