/** The parts of files that have the most words of a message: chunks of the index, with a few lines around them. */
import type { FileVersion } from '../../../store/store.ts';
import { bestOf } from '../../../text/bisect.ts';
import { chunkLines } from '../../../text/chunks.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter } from '../hit.ts';
import { stopWords } from '../terms/word-lists.ts';
import type { MessageWord } from './message-words.ts';

export interface FileRanges {
  readonly file: FileVersion;
  /** First and last lines, ascending and apart. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

const maxChunks = 48;
/** Chunks that are looked up over all words. */
const maxHolders = 20_000;
/** Words that a chunk must have together. */
const minPart = 3;
const maxInPart = 6;
const maxParts = 2;
/** Sets of words are bits of an integer. */
const maxWords = 30;
/** A message may begin in one chunk and end in the next. */
const maxLinesAround = 6;

export async function likelyRanges(
  view: RefView,
  files: FileTable,
  words: readonly MessageWord[],
  filter: SearchFilter,
): Promise<FileRanges[]> {
  const telling = words.filter(({ count, text }) => count > 0 && !stopWords.has(text));
  const told = (telling.length > 0 ? telling : words).slice(0, maxWords);
  const held = await wordsByChunk(view, told);
  const whole = await chunksOfAll(view, words);
  for (const id of whole) if (!held.has(id)) held.set(id, 0);
  const weighed: Weighed[] = [];
  let most = 0;
  let last: FileVersion | undefined;
  let isKept = false;
  let weight = 0;
  files.eachChunk(
    [...held.keys()].sort((a, b) => a - b),
    (index, id) => {
      const file = files.files[index] as FileVersion;
      if (file !== last) {
        isKept = filter.files === undefined || filter.files.admits(file);
        weight = fileWeight(file, askedForNothing);
        last = file;
      }
      if (!isKept) return;
      const bonus = whole.has(id) ? weights.message.whole : 1;
      const amount = (amountOf(told, held.get(id) as number) + 1) * weight * bonus;
      most = Math.max(most, amount);
      weighed.push({ file, position: id - file.firstChunk, amount });
    },
  );
  const enough = most * weights.message.chunk;
  const likely = weighed.filter(({ amount }) => amount >= enough);
  return rangesOf(bestOf(likely, maxChunks, (a, b) => b.amount - a.amount));
}

/** The chunks that have every word of the message, or of a half of it, apart from values. */
async function chunksOfAll(view: RefView, words: readonly MessageWord[]): Promise<ReadonlySet<number>> {
  const literal = words.filter(({ count, mayBeValue }) => count > 0 && !mayBeValue);
  const middle = Math.ceil(literal.length / maxParts);
  const found = new Set<number>();
  for (const part of [literal, literal.slice(0, middle), literal.slice(middle)]) {
    const distinct = new Map(part.map((word) => [word.text, word]));
    if (distinct.size < minPart) continue;
    const rarest = [...distinct.values()].sort((a, b) => a.count - b.count).slice(0, maxInPart);
    for (const id of await view.store.holdersOfAll(
      'text',
      rarest.map(({ text }) => text),
    ))
      found.add(id);
    if (part === literal && found.size > 0) break;
  }
  return found;
}

/** Returns the words that each chunk has, as bits by position. The rarest words are looked up, within a budget. */
async function wordsByChunk(view: RefView, words: readonly MessageWord[]): Promise<Map<number, number>> {
  const byCount = [...words.keys()].sort((a, b) => (words[a] as MessageWord).count - (words[b] as MessageWord).count);
  const bitsOf = new Map<string, number>();
  for (const [position, { text }] of words.entries()) bitsOf.set(text, (bitsOf.get(text) ?? 0) | (1 << position));
  const held = new Map<number, number>();
  let budget = maxHolders;
  for (const position of byCount) {
    const { text, count } = words[position] as MessageWord;
    const bits = bitsOf.get(text);
    if (bits === undefined || (count > budget && budget < maxHolders)) continue;
    bitsOf.delete(text);
    budget -= count;
    for (const id of await view.store.holders('text', [text])) held.set(id, (held.get(id) ?? 0) | bits);
  }
  return held;
}

/** Words beside each other in the message count in full: together they may be a fragment of it. */
function amountOf(words: readonly MessageWord[], bits: number): number {
  const beside = (bits << 1) | (bits >>> 1);
  let sum = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    const { worth } = words[31 - Math.clz32(bit)] as MessageWord;
    sum += (beside & bit) === 0 ? worth * weights.message.lone : worth;
  }
  return sum;
}

interface Weighed {
  readonly file: FileVersion;
  readonly position: number;
  readonly amount: number;
}

function rangesOf(chunks: readonly Weighed[]): FileRanges[] {
  const byFile = new Map<FileVersion, number[]>();
  for (const { file, position } of chunks) byFile.set(file, [...(byFile.get(file) ?? []), position]);
  return [...byFile].map(([file, positions]) => {
    // If chunks without words were left out, the lines of the others are not known.
    if (file.chunkCount !== Math.ceil(file.lineCount / chunkLines)) return { file, lines: [[1, file.lineCount]] };
    const lines: [number, number][] = [];
    for (const position of positions.sort((a, b) => a - b)) {
      const first = Math.max(1, position * chunkLines + 1 - maxLinesAround);
      const end = Math.min(file.lineCount, (position + 1) * chunkLines + maxLinesAround);
      const before = lines.at(-1);
      if (before !== undefined && first <= before[1]) before[1] = end;
      else lines.push([first, end]);
    }
    return { file, lines };
  });
}
