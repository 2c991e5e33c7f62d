/** A chunk is a run of lines of one file: the unit of full-text search. */
import { searchWords } from './word-collector.ts';

export interface Chunk {
  /** First and last line, from 1. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** The distinct words of the chunk, joined by spaces. */
  readonly words: string;
}

/** Lines per chunk; the last one may be shorter. A chunk without words is dropped. */
export const chunkLines = 50;

/** Stops at the chunks so far if `isLate` becomes true; the last one may lack words. */
export function chunksOf(text: string, isLate?: () => boolean): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let line = 1;
  while (start < text.length && !isLate?.()) {
    let end = start;
    let lines = 0;
    while (lines < chunkLines && end < text.length) {
      const newline = text.indexOf('\n', end);
      end = newline === -1 ? text.length : newline + 1;
      lines++;
    }
    const words = searchWords(text, start, end, isLate);
    if (words !== '') chunks.push({ lineStart: line, lineEnd: line + lines - 1, words });
    start = end;
    line += lines;
  }
  return chunks;
}
