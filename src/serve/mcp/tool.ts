/** A tool is a capability as clients see it: a name, words that say when to use it, parameters, and what answers a call. */

import type { ActiveProject } from '../../project/active-project.ts';
import type { AskingCall } from '../../project/freshness/freshness-policy.ts';
import type { JobObserver } from '../../project/jobs.ts';
import type { ParametersOf, ParameterTable } from '../../query/parameters/parameters.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { ToolDescription } from '../../query/tools/capability.ts';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What an answer needs to know of its call. */
export interface ToolCall extends AskingCall {
  /** Absent for a tool that can do without one. */
  readonly project?: ActiveProject;
  /** Who hears of the progress of a job that the call starts. */
  readonly listen?: (jobId: () => string | undefined, project: ActiveProject) => JobObserver;
  readonly signal?: AbortSignal;
}

export interface ToolRow extends ToolDescription {
  readonly annotations: ToolAnnotations;
  /** `optional`: answers without a project too. `starts`: begins a job itself, so a new workspace needs no other. */
  readonly project: 'needed' | 'optional' | 'starts';
  /** The workspace that is meant, where the call names none. */
  readonly workspaceOf?: (sent: unknown) => string | undefined;
  readonly answer: (call: ToolCall, values: ParametersOf<ParameterTable>) => Promise<Answer>;
}

export const readsOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Changes the index, never the repository. */
export const changesIndex: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export const workspaceParameter = {
  type: 'text',
  role: 'workspace',
  maxLength: 4_096,
  description: 'Absolute path of the project; default: the server’s own',
} as const;

export const freshnessParameter = {
  type: 'choice',
  values: ['strict', 'balanced', 'best_effort'],
  description: 'On a stale index: refuse, answer and sync (default), or just answer',
} as const;
