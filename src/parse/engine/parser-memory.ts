/**
 * The memory of this thread's parser. It grows with the largest tree and never shrinks, and no limit on the thread counts it;
 * so it has a limit of its own, and whoever runs the thread can see how much it holds.
 */
interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => Memory };

const pageBytes = 65_536;
const initialPages = 512;

/** Real sources of a megabyte take 40 MB of it. */
let maxPages = 2_048;
let memory: Memory | undefined;

/** To be called before the first grammar is loaded. */
export function limitParserMemory(maxBytes: number): void {
  if (memory !== undefined) throw new Error('The parser has its memory already.');
  maxPages = Math.max(initialPages, Math.floor(maxBytes / pageBytes));
}

export function parserMemory(): Memory {
  memory ??= new WebAssembly.Memory({ initial: initialPages, maximum: maxPages });
  return memory;
}

/** How much it has taken so far. */
export function parserMemoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** Whether a parser that has failed did so for want of memory: it asks for a fifth more at a time. */
export function isParserMemorySpent(): boolean {
  return parserMemoryBytes() > 0.75 * maxPages * pageBytes;
}
