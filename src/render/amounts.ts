/** Formats amounts: counts with their noun, bytes, durations and relative times. */

/** `1 file`, `1,234 files` */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${number(amount)} ${amount === 1 ? one : many}`;
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

export function bytes(amount: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = amount;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const spans = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const;

/** `just now`, `5 minutes ago`, `3 days ago`; after a month, the date. */
export function ago(time: string, nowMs = Date.now()): string {
  const seconds = (nowMs - Date.parse(time)) / 1000;
  if (!(seconds < 30 * 24 * 60 * 60)) return `on ${time.slice(0, 10)}`;
  const span = spans.findLast(([, length]) => seconds >= length);
  return span === undefined ? 'just now' : `${count(Math.floor(seconds / span[1]), span[0])} ago`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
