/**
 * Encodes facts for storage: compressed, packed, split into words. The parse workers do this, so that the single writer
 * has little left to do.
 */
import { isAscii } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type {
  FileFacts,
  FileLabel,
  ImportFact,
  ParseOutcome,
  ReferenceFact,
  SkippedVersion,
  SkipReason,
} from '../../model.ts';
import { chunksOf } from '../../text/chunks.ts';
import { countLines } from '../../text/line-index.ts';
import { searchWords } from '../../text/word-collector.ts';
import { joinedNamesMark } from '../../text/words.ts';
import { packBindings, packReferences } from './packed-facts.ts';

import { type EncodedSymbol, encodeSymbol } from './symbol-columns.ts';

export type EncodedChunk = readonly [lineStart: number, lineEnd: number, words: string];

export interface EncodedVersion {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly skipped: SkipReason | null;
  readonly lineCount: number;
  readonly language: string;
  readonly labels: readonly FileLabel[];
  readonly outcome: ParseOutcome;
  readonly module: string;
  readonly source: Uint8Array | null;
  readonly symbols: readonly EncodedSymbol[];
  readonly imports: readonly ImportFact[];
  /** The referenced names, and where the references to each end in the block: one block is cheap to transfer. */
  readonly referenceNames: readonly string[];
  readonly referenceEnds: readonly number[];
  readonly packedReferences: Uint8Array;
  readonly bindings: Uint8Array | null;
  /** The vectors of its symbols (codec/symbol-vectors.ts). */
  readonly vectors: Uint8Array | null;
  readonly chunks: readonly EncodedChunk[];
  readonly pathWords: string;
}

/** Level 6 takes more than twice the time and saves a tenth of the size. */
const compressionLevel = 2;

/**
 * Without all words of its text, a version has the outcome `no_words`. Vectors take a share of the time:
 * `packSymbolVectors` adds them.
 */
export function encodeFacts(facts: FileFacts, isLate: () => boolean = () => false): EncodedVersion {
  const { syntax, text } = facts;
  const chunks = encodeChunks(facts, isLate);
  const outcome = isLate() ? 'no_words' : syntax.outcome;
  return {
    path: facts.path,
    hash: facts.hash,
    byteLength: facts.byteLength,
    skipped: null,
    lineCount: countLines(text),
    language: facts.language,
    labels: facts.labels,
    outcome,
    module: syntax.module,
    source: compress(text),
    symbols: syntax.symbols.map(encodeSymbol),
    imports: syntax.imports,
    ...packByName(syntax.references),
    bindings: packBindings(syntax.bindings),
    vectors: null,
    chunks,
    pathWords: searchWords(facts.path),
  };
}

/** A chunk has the words of its lines in either spelling. */
function encodeChunks({ text, respelled, joinsNames }: FileFacts, isLate: () => boolean): EncodedChunk[] {
  const chunks = new Map(chunksOf(text, isLate).map((chunk) => [chunk.lineStart, chunk]));
  for (const chunk of respelled === undefined ? [] : chunksOf(respelled, isLate)) {
    const known = chunks.get(chunk.lineStart);
    const words = new Set([...(known?.words.split(' ') ?? []), ...chunk.words.split(' ')]);
    chunks.set(chunk.lineStart, { ...chunk, words: [...words].join(' ') });
  }
  const encoded = [...chunks.values()].sort((a, b) => a.lineStart - b.lineStart);
  return encoded.map(({ lineStart, lineEnd, words }, at) => [
    lineStart,
    lineEnd,
    joinsNames && at === 0 ? `${words} ${joinedNamesMark}` : words,
  ]);
}

export function encodeSkipped(version: SkippedVersion): EncodedVersion {
  return {
    ...version,
    lineCount: 0,
    language: '',
    labels: [],
    outcome: 'none',
    module: '',
    source: null,
    symbols: [],
    imports: [],
    referenceNames: [],
    referenceEnds: [],
    packedReferences: new Uint8Array(),
    bindings: null,
    vectors: null,
    chunks: [],
    pathWords: '',
  };
}

/** Fits the window to the text: most files are far smaller, and clearing a full window takes as long as compressing. */
function compress(text: string): Uint8Array {
  const windowBits = Math.min(15, Math.max(9, 32 - Math.clz32(text.length)));
  const chunkSize = Math.max(1_024, text.length >> 1);
  return new Uint8Array(deflateRawSync(text, { level: compressionLevel, windowBits, chunkSize }));
}

/** `expectedBytes` is the approximate length of the text; if it is right, one buffer suffices. */
export function decodeSource(source: Uint8Array, expectedBytes: number): string {
  const bytes = inflateRawSync(source, { chunkSize: Math.max(64, expectedBytes + 1) });
  // Most source is ASCII, which needs no decoding.
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

function packByName(
  references: readonly ReferenceFact[],
): Pick<EncodedVersion, 'referenceNames' | 'referenceEnds' | 'packedReferences'> {
  const groups = new Map<string, ReferenceFact[]>();
  for (const reference of references) {
    const group = groups.get(reference.name);
    if (group === undefined) groups.set(reference.name, [reference]);
    else group.push(reference);
  }
  const bytes: number[] = [];
  const referenceEnds: number[] = [];
  for (const group of groups.values()) {
    packReferences(group, bytes);
    referenceEnds.push(bytes.length);
  }
  return { referenceNames: [...groups.keys()], referenceEnds, packedReferences: new Uint8Array(bytes) };
}
