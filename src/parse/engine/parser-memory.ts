/**
 * The WebAssembly memory of this thread's parser. It grows with the largest tree and never shrinks, and the limits of
 * the thread do not include it. So it has its own limit, and its size can be queried.
 */
interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => Memory };

const pageBytes = 65_536;
const initialPages = 512;

/** Real sources of a megabyte need 40 MB. */
let maxPages = 2_048;
let memory: Memory | undefined;

/** Must be called before the first grammar is loaded. */
export function limitParserMemory(maxBytes: number): void {
  if (memory !== undefined) throw new Error('The memory of the parser is already allocated.');
  maxPages = Math.max(initialPages, Math.floor(maxBytes / pageBytes));
}

export function parserMemory(): Memory {
  memory ??= new WebAssembly.Memory({ initial: initialPages, maximum: maxPages });
  return memory;
}

/** Returns the current size of the memory. */
export function parserMemoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** Whether a failed parser ran out of memory. It grows by a fifth at a time, so it fails below the limit. */
export function isParserMemorySpent(): boolean {
  return parserMemoryBytes() > 0.75 * maxPages * pageBytes;
}
