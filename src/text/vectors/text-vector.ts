/**
 * Vectors of questions and of symbols. A symbol that answers a question has a vector near to the question's, also if the
 * two have no word in common. A vector is the weighted sum of the vectors of its stems.
 */
import { countStems, ngramBuckets } from './stems.ts';
import { dimensions, symbolParts, type WordTable, wordTable } from './word-table.ts';

export interface SymbolText {
  readonly name: string;
  /** The enclosing symbols and the end of the path. */
  readonly scope: string;
  readonly doc: string;
  readonly body: string;
}

/** Words read from each part of a symbol, and from a question. */
const maxWords = { name: 40, scope: 40, doc: 60, body: 250, question: 40 };
/** A part of a word counts less than a word; further occurrences count less than the first. */
const ngramWeight = 0.3;
const repeatWeight = 0.5;
const maxRepeats = 15;

/** Returns a vector of length 1; undefined if the question has no words. */
export function questionVector(question: string): Float32Array | undefined {
  const table = wordTable();
  const sum = new Float32Array(dimensions);
  add(sum, table, table.inQuestion, countStems(question, maxWords.question), 1);
  const length = Math.hypot(...sum);
  return length === 0 ? undefined : sum.map((value) => value / length);
}

/** Writes the vector of a symbol to `target` at `offset`, scaled to the range of a byte. */
export function writeSymbolVector(symbol: SymbolText, target: Int8Array, offset: number): void {
  const table = wordTable();
  sum.fill(0);
  for (const [position, part] of symbolParts.entries()) {
    const counts = countStems(symbol[part], maxWords[part]);
    if (part === 'body' && symbol.doc !== '') withoutDoc(counts, symbol);
    add(sum, table, table.inSymbol, counts, table.parts[position] as number);
  }
  target.set(toBytes(sum), offset);
}

/** Scales a vector to the range of a byte. */
export function toBytes(vector: Float32Array): Int8Array {
  const most = vector.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (most === 0 ? 0 : Math.round((value / most) * 127)));
}

const sum = new Float32Array(dimensions);

/** The doc string of a Python function is in its body, and should not count twice. */
function withoutDoc(counts: Map<string, number>, { doc, body }: SymbolText): void {
  if (!body.includes(doc.slice(0, doc.indexOf('\n') >>> 0).trim())) return;
  for (const [stem, count] of countStems(doc, maxWords.body)) {
    const left = (counts.get(stem) ?? 0) - count;
    if (left > 0) counts.set(stem, left);
    else counts.delete(stem);
  }
}

/** Adds the vectors of the stems. The number of different ones does not decide how much a part counts. */
function add(
  sum: Float32Array,
  table: WordTable,
  scales: Float32Array,
  counts: ReadonlyMap<string, number>,
  weight: number,
): void {
  const rows: number[] = [];
  const amounts: number[] = [];
  for (const [stem, count] of counts) {
    const row = table.rows.get(stem);
    if (row !== undefined) {
      rows.push(row);
      amounts.push(1 + repeatWeight * Math.log(Math.min(count, maxRepeats)));
    } else {
      for (const bucket of ngramBuckets(stem)) {
        rows.push(table.firstBucket + bucket);
        amounts.push(ngramWeight);
      }
    }
  }
  const { values } = table;
  const share = weight / Math.sqrt(Math.max(1, rows.length));
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const amount = share * (amounts[index] as number) * (scales[row] as number);
    const from = row * dimensions;
    for (let at = 0; at < dimensions; at++) {
      sum[at] = (sum[at] as number) + amount * (values[from + at] as number);
    }
  }
}
