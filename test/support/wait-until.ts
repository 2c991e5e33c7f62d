/** Polls a condition until a deadline. The error names the condition and the last observed value. */
import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  readonly deadlineMs?: number;
  readonly betweenMs?: number;
}

/** Shorter than the timeout of most tests, so that they fail with this error and not with the timeout. */
const usualDeadlineMs = 50_000;

export async function waitUntil<Seen>(
  what: string,
  observe: () => Seen | Promise<Seen>,
  isThere: (seen: Seen) => boolean,
  { deadlineMs = usualDeadlineMs, betweenMs = 50 }: WaitOptions = {},
): Promise<Seen> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const seen = await observe();
    if (isThere(seen)) return seen;
    if (performance.now() > endMs) {
      throw new Error(`Waited ${deadlineMs / 1_000} s for ${what}; last seen: ${shortened(seen)}`);
    }
    await pause(betweenMs);
  }
}

/** Settles as the promise does, or rejects at the deadline. For events, which need no polling. */
export async function withDeadline<Value>(
  what: string,
  promise: Promise<Value>,
  deadlineMs = usualDeadlineMs,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${deadlineMs / 1_000} s for ${what}.`)), deadlineMs);
  });
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

function shortened(seen: unknown): string {
  return (JSON.stringify(seen) ?? String(seen)).slice(0, 1_000);
}
