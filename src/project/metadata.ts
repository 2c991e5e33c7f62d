/**
 * Metadata is what every answer says of the index it came from: which ref, how fresh, how complete. The query knows
 * whether its answer is complete; the rest is the standing of the project at the moment of the call.
 */
import type { AnswerMetadata } from '../query/shapes/answer.ts';
import type { IndexInspection } from '../store/sqlite/open-store.ts';

export const protocolVersion = '1.0';

export type FreshnessStatus = 'fresh' | 'stale' | 'syncing';
export type IndexingStatus = 'not_indexed' | 'indexing' | 'ready' | 'failed';
export type SchemaStatus = IndexInspection['status'];

/** How the index of a project stands to what was asked. */
export interface IndexStatus {
  readonly freshness: FreshnessStatus;
  readonly indexing: IndexingStatus;
  readonly schema: SchemaStatus;
  readonly ref: string;
}

/** The standing of a call that reached no project. */
export const unknownStatus: IndexStatus = {
  freshness: 'stale',
  indexing: 'not_indexed',
  schema: 'not_indexed',
  ref: 'live',
};

export function metadataOf(
  standing: IndexStatus,
  own: AnswerMetadata,
  warnings: readonly string[] = [],
): Record<string, unknown> {
  const { result_completeness, warnings: ownWarnings = [], ...extra } = own;
  const said = [...warnings, ...ownWarnings];
  return {
    codecompass_protocol_version: protocolVersion,
    freshness_status: standing.freshness,
    indexing_status: standing.indexing,
    result_completeness,
    ref: standing.ref,
    schema_status: standing.schema,
    ...extra,
    ...(said.length > 0 ? { warnings: said } : {}),
  };
}
