/**
 * Finds the symbols whose vectors are nearest to a question's, among all symbols of the ref. The vectors are loaded on the
 * first question and cached until the ref is published again.
 */

import { packedCount, unpackSymbolVectors } from '../../../store/codec/symbol-vectors.ts';
import type { FileVersion } from '../../../store/store.ts';
import { firstAtOrAfter } from '../../../text/bisect.ts';
import { questionVector, toBytes } from '../../../text/vectors/text-vector.ts';
import { dimensions } from '../../../text/vectors/word-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { VectorScan } from './vector-scan.ts';

export interface NearSymbols {
  /** How near a symbol of a file is to the question, from -1 to 1; undefined for one without a vector. */
  nearness(file: FileVersion, symbolId: number): number | undefined;
  /** Visits the symbols with their files and nearness. */
  each(visit: (file: FileVersion, symbolId: number, nearness: number) => void): void;
}

/** Returns undefined if the ref has no vectors, or the question no words. */
export async function nearSymbols(view: RefView, question: string): Promise<NearSymbols | undefined> {
  const table = await view.derived(vectorTable);
  if (table.ids.length === 0) return undefined;
  const asked = questionVector(question);
  if (asked === undefined) return undefined;
  const nearness = nearnessOf(table, asked);
  return {
    nearness(file, symbolId) {
      const { from, to } = table.files.get(file.id) ?? noRange;
      const at = from + firstAtOrAfter(table.ids.subarray(from, to), symbolId);
      return at < to && table.ids[at] === symbolId ? nearness[at] : undefined;
    },
    each(visit) {
      for (const { file, from, to } of table.files.values()) {
        for (let at = from; at < to; at++) visit(file, table.ids[at] as number, nearness[at] as number);
      }
    },
  };
}

interface VectorRange {
  readonly file: FileVersion;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const noRange = { from: 0, to: 0 };

interface VectorTable {
  /** By the id of the file: its symbols in the other tables, in ascending order of their ids. */
  readonly files: ReadonlyMap<number, VectorRange>;
  readonly ids: Float64Array;
  readonly scan: VectorScan;
  /** 1 / the length of each vector. */
  readonly scales: Float32Array;
}

async function vectorTable(view: RefView): Promise<VectorTable> {
  const { files } = await view.files();
  const blocks: { readonly file: FileVersion; readonly packed: Uint8Array }[] = [];
  for (const file of files) {
    const packed = file.symbolCount === 0 ? undefined : await view.store.vectors(file);
    if (packed !== undefined) blocks.push({ file, packed });
  }
  const total = blocks.reduce((sum, { packed }) => sum + packedCount(packed), 0);
  const table = { scan: new VectorScan(total), ids: new Float64Array(total), scales: new Float32Array(total) };
  let count = 0;
  const ranges = new Map<number, VectorRange>();
  for (const { file, packed } of blocks) {
    await view.pause();
    const from = count;
    unpackSymbolVectors(packed, (position, vector) => {
      table.scan.vectors.set(vector, count * dimensions);
      table.ids[count] = file.firstSymbol + position;
      const length = Math.hypot(...vector);
      table.scales[count++] = length === 0 ? 0 : 1 / length;
    });
    ranges.set(file.id, { file, from, to: count });
  }
  return { files: ranges, ...table };
}

function nearnessOf({ scan, scales }: VectorTable, asked: Float32Array): Float32Array {
  const question = toBytes(asked);
  const length = Math.hypot(...question);
  const products = scan.productsWith(question);
  return scales.map((scale, at) => ((products[at] as number) * scale) / length);
}
