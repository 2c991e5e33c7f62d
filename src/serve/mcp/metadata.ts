/**
 * Metadata is what every answer says of the index it came from, in the contract's words: which ref, how fresh, how complete.
 * The query knows whether its answer is complete; the rest is the index status of the project at the moment of the call.
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
  const said = [...warnings, ...ownWarnings];
  return {
    codecompass_protocol_version: protocolVersion,
    freshness_status: status.freshness,
    indexing_status: status.indexing,
    result_completeness,
    ref: status.ref,
    schema_status: status.schema,
    ...extra,
    ...(said.length > 0 ? { warnings: said } : {}),
  };
}
