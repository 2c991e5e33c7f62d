/**
 * A parse task turns one file into its facts: read (unless the task contains the bytes), decode, parse, encode. It runs
 * in a worker thread and always has a result; problems with the file are part of it.
 */

import { languageName, languageOf, respelled } from '../../languages/languages.ts';
import type { FileFacts, ParseOutcome, SkipReason, Syntax } from '../../model.ts';
import type { Extent } from '../../parse/engine/grammar.ts';
import { deadline, parseText } from '../../parse/engine/parse-text.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { labelsOf } from '../../scan/content/labels.ts';
import { blobHash, readWorkingFile } from '../../scan/content/read-file.ts';
import { type EncodedVersion, encodeFacts, encodeSkipped } from '../../store/codec/encode-facts.ts';
import { packSymbolVectors } from '../../store/codec/symbol-vectors.ts';
import { recordLength, recordLost, recordParsed, timeLimit } from './time-limits.ts';

export interface ParseTask {
  readonly path: string;
  readonly rawPath?: Uint8Array;
  /** The content and its hash, if they come from git objects; working files are read by the worker. */
  readonly bytes?: Uint8Array;
  readonly hash?: string;
  /** Default: everything. The index needs all facts of a file; a view that exists only in memory may do with less. */
  readonly extent?: Extent;
  /** The outcome of an earlier attempt, after which the file is not parsed again. */
  readonly failedOutcome?: ParseOutcome;
}

export interface ParseSettings {
  readonly root: string;
  readonly hashAlgorithm: 'sha1' | 'sha256';
  readonly maxFileBytes: number;
  readonly parseTimeoutMs: number;
  /** The memory limit of the whole job. */
  readonly maxMemoryMb: number;
  /** Whether symbols get vectors; default: no. */
  readonly vectors?: boolean;
}

export function parseSettingsOf(
  { root, hashAlgorithm }: Pick<ParseSettings, 'root' | 'hashAlgorithm'>,
  { maxFileBytes, parseTimeoutMs, maxMemoryMb, vectors = false }: Omit<ParseSettings, 'root' | 'hashAlgorithm'>,
): ParseSettings {
  return { root, hashAlgorithm, maxFileBytes, parseTimeoutMs, maxMemoryMb, vectors };
}

/** A version to write, or the reason why the file could not be read. */
export type ParseResult =
  | { readonly path: string; readonly version: EncodedVersion }
  | { readonly path: string; readonly skipped: SkipReason };

export async function runParseTask(task: ParseTask, settings: ParseSettings): Promise<ParseResult> {
  const { path } = task;
  const bytes = task.bytes ?? readWorkingFile(settings.root, fileName(task), settings.maxFileBytes);
  if (typeof bytes === 'string') return { path, skipped: bytes };
  const hash = blobHash(bytes, settings.hashAlgorithm);
  // Git does not check the content of an object that it reads. Facts are shared by all files with the same hash.
  if (task.hash !== undefined && task.hash !== hash) return { path, skipped: 'unreadable' };
  const byteLength = bytes.length;
  const content = decodeContent(path, bytes);
  if ('skipped' in content) {
    return { path, version: encodeSkipped({ path, hash, byteLength, skipped: content.skipped }) };
  }
  const { text } = content;
  const language = languageName(path, text);
  const names = respelled(path, language, text)?.text;
  const facts: FileFacts = {
    path,
    hash,
    byteLength,
    language,
    labels: labelsOf(path, text),
    text,
    ...(names === undefined ? {} : { respelled: names }),
    joinsNames: languageOf(path, text)?.joinedNames?.occurIn(text) === true,
    syntax: await syntaxOf(task, text, settings),
  };
  // The time that a file may take to parse is also enough for its words, which take far less.
  const isLate = task.failedOutcome === 'no_words' ? () => true : deadline(settings.parseTimeoutMs);
  const version = encodeFacts(facts, isLate);
  return {
    path,
    version: settings.vectors === true ? { ...version, vectors: packSymbolVectors(facts, isLate) } : version,
  };
}

/**
 * The task for a file that cost a worker: it is not parsed again, and after a second worker not split into words.
 * Undefined if it was neither.
 */
export function attemptAfter(task: ParseTask, culpritIs: ParseOutcome): ParseTask | undefined {
  if (task.failedOutcome === undefined) return { ...task, failedOutcome: culpritIs };
  return task.failedOutcome === 'no_words' ? undefined : { ...task, failedOutcome: 'no_words' };
}

async function syntaxOf(task: ParseTask, text: string, settings: ParseSettings): Promise<Syntax> {
  const language = languageOf(task.path, text);
  if (language === undefined) return withoutSyntax('none');
  if (task.failedOutcome !== undefined) return withoutSyntax(task.failedOutcome);
  const { extent = 'all' } = task;
  const timeoutMs = timeLimit(text.length, settings.parseTimeoutMs, record);
  if (timeoutMs === 0) return withoutSyntax('timeout');
  const begunMs = performance.now();
  const syntax = await parseText(language, task.path, text, { timeoutMs, extent });
  // The machine may have slept: then more time has passed than the file was given.
  const ms = Math.min(performance.now() - begunMs, timeoutMs);
  if (syntax.outcome === 'timeout') recordLost(record, ms);
  else recordParsed(record, text.length, ms);
  return syntax;
}

/** How parsing went so far, in memory that outlives this worker. */
let record: Int32Array = new Int32Array(recordLength);

export function shareRecord(shared: Int32Array): void {
  record = shared;
}

function withoutSyntax(outcome: ParseOutcome): Syntax {
  return { outcome, module: '', symbols: [], imports: [], references: [], bindings: [] };
}

/** A buffer arrives in a worker as a plain byte array. */
function fileName(task: ParseTask): { path: string; rawPath?: Buffer } {
  return task.rawPath === undefined ? { path: task.path } : { path: task.path, rawPath: Buffer.from(task.rawPath) };
}
