/**
 * The metadata of an answer: the ref, its freshness and the completeness of the answer, in the shape of the contract.
 * The query reports the completeness; the rest is the index status of the project at the time of the call.
 */
import { completenessAmid } from '../../project/freshness/freshness.ts';
import { shownChanges } from '../../project/freshness/freshness-policy.ts';
import { type IndexStatus, unknownStatus } from '../../project/index-status.ts';
import type { AnswerMetadata } from '../../query/shapes/answer.ts';

const protocolVersion = '1.0';

export function metadataOf(
  status: IndexStatus,
  own: AnswerMetadata,
  warnings: readonly string[] = [],
): Record<string, unknown> {
  const { result_completeness, warnings: ownWarnings = [], ...extra } = own;
  const allWarnings = [...warnings, ...ownWarnings];
  return {
    codecompass_protocol_version: protocolVersion,
    freshness_status: status.freshness,
    indexing_status: status.indexing,
    result_completeness: completenessAmid(result_completeness, status.lacksChanges),
    ref: status.ref,
    schema_status: status.schema,
    ...changesOf(status),
    ...extra,
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  };
}

/** The metadata of an error of a call that reached no project. */
export function unreachedMetadata(): Record<string, unknown> {
  return metadataOf(unknownStatus, { result_completeness: 'partial' });
}

/** The first changed files and their number, for an answer that does not contain them. */
function changesOf({ freshness, changed = [] }: IndexStatus): Record<string, unknown> {
  if (freshness === 'fresh' || changed.length === 0) return {};
  return { changed_paths: changed.slice(0, shownChanges), changed_count: changed.length };
}
