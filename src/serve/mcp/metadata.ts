/**
 * The metadata of an answer: the ref, its freshness and the completeness of the answer, in the shape of the contract.
 * The query reports the completeness; the rest is the index status of the project at the time of the call.
 */
import type { IndexStatus } from '../../project/index-status.ts';
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
    result_completeness,
    ref: status.ref,
    schema_status: status.schema,
    ...extra,
    ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
  };
}
