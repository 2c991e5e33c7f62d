/**
 * A tool is a capability as MCP clients see it: name, description, parameters, and the function that answers a call.
 */

import type { ActiveProject } from '../../project/active-project.ts';
import type { AskingCall } from '../../project/freshness/freshness-policy.ts';
import type { JobObserver } from '../../project/jobs.ts';
import type { ParametersOf, ParameterTable } from '../../query/parameters/parameters.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { ToolDescription } from '../../query/tools/capability.ts';
import type { Renderer } from '../../render/rendering.ts';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The context of a call. */
export interface ToolCall extends AskingCall {
  /** May be absent for a tool whose project is optional. */
  readonly project?: ActiveProject;
  /** Returns the observer of a job that the call starts. */
  readonly listen?: (jobId: () => string | undefined, project: ActiveProject) => JobObserver;
  readonly signal?: AbortSignal;
  /** How the client gets the answer. */
  readonly format: Format;
}

export type Format = (typeof formats)[number];

export interface ToolRow extends ToolDescription {
  readonly annotations: ToolAnnotations;
  /**
   * `needed`: a call registers the default project if it is new. `optional`: also answers without a project, and
   * registers none. `starts`: starts a job itself if it should, so a new workspace needs no other job.
   */
  readonly project: 'needed' | 'optional' | 'starts';
  /** Returns the workspace of a call that does not name one. */
  readonly workspaceOf?: (sent: unknown) => string | undefined;
  /** Renders the answer as text; absent if its fields are the text. */
  readonly render?: Renderer;
  readonly answer: (call: ToolCall, values: ParametersOf<ParameterTable>) => Promise<Answer>;
}

/** The other hints are about tools that change something. */
export const readsOnly: ToolAnnotations = { readOnlyHint: true };

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
  isObvious: true,
  description: 'Absolute path of the project; default: the server’s own',
} as const;

const formats = ['json', 'text'] as const;

/** The default is set when the server starts. */
export const formatParameter = {
  type: 'choice',
  values: formats,
  code: 'no_such_format',
  isObvious: true,
  description: 'json, or text: plain lines; the default is set when the server starts',
} as const;

/** An error about the format itself has the default format. */
export function formatOf(sent: unknown, usual: Format): Format {
  const { format } = (sent ?? {}) as { format?: unknown };
  return formats.find((each) => each === format) ?? usual;
}

export const freshnessParameter = {
  type: 'choice',
  values: ['strict', 'balanced', 'best_effort'],
  isObvious: true,
  description: 'On a stale index: refuse, answer and sync (default), or just answer',
} as const;
