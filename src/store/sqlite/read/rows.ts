/** Rows of the database as records of the store's interface. */
import type { FileLabel, JobProgress, SymbolFact } from '../../../model.ts';
import { symbolKinds, visibilities } from '../../../model.ts';
import type { FileVersion, JobRecord, RefRecord } from '../../store.ts';
import type { Row, SqlValue } from '../sqlite.ts';

export function toRef(row: Row): RefRecord {
  return {
    id: row.id as number,
    name: row.name as string,
    ...(row.commit_id === null ? {} : { commit: row.commit_id as string }),
    source: row.source as RefRecord['source'],
    root: row.root as string,
    generation: row.generation as number,
    publishedAt: row.published_at as string,
    jobId: row.job_id as string,
    fileCount: row.file_count as number,
    symbolCount: row.symbol_count as number,
  };
}

export function toJob(row: Row): JobRecord {
  return {
    id: row.id as string,
    ref: row.ref as string,
    operation: row.operation as JobRecord['operation'],
    mode: row.mode as JobRecord['mode'],
    status: row.status as JobRecord['status'],
    createdAt: row.created_at as string,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at as string }),
    ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms as number }),
    ...(row.changed_files === null ? {} : { changedFiles: row.changed_files as number }),
    ...(row.error_code === null ? {} : { errorCode: row.error_code as string }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message as string }),
    progress: JSON.parse(row.progress as string) as JobProgress,
  };
}

/** The columns that `toVersion` takes, in its order, of `file_versions v`. */
export const versionColumns = `v.id, v.path, lower(hex(v.hash)), v.byte_length, v.line_count, v.language, v.marks,
  v.outcome, v.module, v.first_symbol, v.symbol_count, v.first_chunk, v.chunk_count`;

export function toVersion(row: readonly SqlValue[]): FileVersion {
  const [id, path, hash, byteLength, lineCount, language, marks, outcome, module, ...ranges] = row;
  const [firstSymbol, symbolCount, firstChunk, chunkCount] = ranges as number[];
  return {
    id,
    path,
    hash,
    byteLength,
    lineCount,
    language,
    labels: toLabels(marks),
    outcome,
    module,
    firstSymbol,
    symbolCount,
    firstChunk,
    chunkCount,
  } as FileVersion;
}

export function toSymbol(row: Row): SymbolFact {
  const fact: { -readonly [Field in keyof SymbolFact]: SymbolFact[Field] } = {
    name: row.name as string,
    kind: symbolKinds[row.kind as number] as SymbolFact['kind'],
    parent: row.parent as number,
    scope: row.scope as string,
    ordinal: row.ordinal as number,
    signature: row.signature as string,
    visibility: visibilities[row.visibility as number] as SymbolFact['visibility'],
    lineStart: row.line_start as number,
    lineEnd: row.line_end as number,
  };
  if (row.modifier !== null) fact.modifier = row.modifier as string;
  if (row.doc !== null) fact.doc = row.doc as string;
  return fact;
}

export function toLabels(marks: SqlValue | undefined): FileLabel[] {
  return marks === '' ? [] : ((marks as string).split(' ') as FileLabel[]);
}
