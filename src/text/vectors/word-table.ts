/**
 * The trained table of word vectors (scripts/train-vectors), read from the package on first use: a row of small integers
 * per stem, and how much the stem counts in a question and in a symbol.
 */
import { readFileSync } from 'node:fs';
import { programFile } from '../../program-files.ts';
import { bucketCount } from './stems.ts';

/** The length of a vector, in bytes. */
export const dimensions = 64;
/** The parts of a symbol, in the order of their weights in the table. */
export const symbolParts = ['name', 'scope', 'doc', 'body'] as const;

export interface WordTable {
  /** The row of each known stem. The rows of the buckets of n-grams follow. */
  readonly rows: ReadonlyMap<string, number>;
  readonly firstBucket: number;
  readonly values: Int8Array;
  /** By row: what its values are multiplied by in a question and in a symbol. */
  readonly inQuestion: Float32Array;
  readonly inSymbol: Float32Array;
  /** By part of a symbol. */
  readonly parts: Float32Array;
}

let table: WordTable | undefined;

export function wordTable(): WordTable {
  table ??= readTable(readFileSync(programFile('text/vectors/word-vectors.bin')));
  return table;
}

/** The number of stems, the weights of the parts, both scales of all rows, the values of all rows, the stems. */
function readTable(file: Buffer): WordTable {
  const bytes = new Uint8Array(file).buffer;
  const stems = new Uint32Array(bytes, 0, 1)[0] as number;
  const count = stems + bucketCount;
  let at = 4;
  const floats = (length: number) => {
    const found = new Float32Array(bytes, at, length);
    at += found.byteLength;
    return found;
  };
  const [parts, inQuestion, inSymbol] = [floats(symbolParts.length), floats(count), floats(count)];
  const values = new Int8Array(bytes, at, count * dimensions);
  const words = file.toString('utf8', at + values.byteLength).split('\n');
  const rows = new Map(words.slice(0, stems).map((word, row) => [word, row]));
  return { rows, firstBucket: stems, values, inQuestion, inSymbol, parts };
}
