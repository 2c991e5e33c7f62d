/** The settings of a project that answers depend on, as every caller of a capability passes them. */
import type { QueryOptions } from '../config/resolve-options.ts';

export function askSettingsOf({ rankingExplainLevel, vectors = true }: QueryOptions) {
  return { ranking_explain_level: rankingExplainLevel, vectors };
}
