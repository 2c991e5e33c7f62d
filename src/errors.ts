/**
 * The table of errors: for each code its meaning, its usual remedy and the exit code of the CLI. A `CodedError` is the
 * caller's mistake or a fault of the environment; any other thrown value is a bug and surfaces as `internal_error`.
 */
export interface ErrorRow {
  readonly meaning: string;
  readonly remediation: UsualRemedy;
  readonly exitCode: 1 | 2;
}

/**
 * The next step after an error. Agents call tools or the embedding API; CLI users run commands. A plain string is for
 * both, so it must not name a tool or a parameter. Without `cli`, the CLI shows the usual remedy of the code.
 */
export type Remedy = string | { readonly agent: string; readonly cli?: string };

type UsualRemedy = string | { readonly agent: string; readonly cli: string };

/** Returns a remedy that mentions search, under the name that each audience uses for it. */
export function pointingToSearch(sentence: (search: string) => string): UsualRemedy {
  return { agent: sentence('search_code'), cli: sentence('`codecompass search`') };
}

/** Returns a remedy with one tool call for agents and one command for CLI users. */
export function callOrRun(call: string, command: string): Remedy {
  return { agent: `Call ${call}, or run \`codecompass ${command}\`.`, cli: `Run \`codecompass ${command}\`.` };
}

export const errorTable = {
  invalid_input: {
    meaning: 'A parameter is missing or wrong, or the payload is malformed.',
    remediation: 'Correct the parameter that the message names and try again.',
    exitCode: 2,
  },
  invalid_strategy: {
    meaning: '`strategy` is neither `breadth` nor `depth`.',
    remediation: {
      agent: 'Call again with "strategy": "breadth" or "depth".',
      cli: 'Run it again with --strategy breadth or --strategy depth.',
    },
    exitCode: 2,
  },
  invalid_max_tokens: {
    meaning: '`max_tokens` is below 1.',
    remediation: {
      agent: 'Call again with "max_tokens" of 1 or more, or without it.',
      cli: 'Run it again with --max-tokens of 1 or more, or without it.',
    },
    exitCode: 2,
  },
  project_not_found: {
    meaning: 'No project is registered for the workspace.',
    remediation: 'Run `codecompass index` in the repository first.',
    exitCode: 1,
  },
  workspace_not_registered: {
    meaning: 'The workspace is unknown and auto-discovery is off.',
    remediation: 'Run `codecompass index` in that folder, or start the server with --workspace for it.',
    exitCode: 1,
  },
  workspace_not_allowed: {
    meaning: 'The workspace resolves outside every allowed root.',
    remediation: 'Use a folder below an allowed root, or start the server with another --allowed-root.',
    exitCode: 1,
  },
  workspace_limit_exceeded: {
    meaning: 'There are too many auto-discovered workspaces, and none can be evicted.',
    remediation: 'Wait for a job to finish, or raise serve.max_auto_workspaces in config.toml.',
    exitCode: 1,
  },
  index_in_progress: {
    meaning: 'An index job is already running for this project.',
    remediation: 'Wait for it to finish; until then queries use the published index.',
    exitCode: 1,
  },
  sync_in_progress: {
    meaning: 'A sync job is already running for this project and ref.',
    remediation: 'Wait for it to finish; until then queries use the published index.',
    exitCode: 1,
  },
  index_not_ready: {
    meaning: 'The index cannot answer yet, for example because the first indexing failed.',
    remediation: {
      agent: 'Call index_repo, or run `codecompass index`; index_status shows when it is done.',
      cli: 'Run `codecompass index`; `codecompass status` shows when it is done.',
    },
    exitCode: 1,
  },
  index_stale: {
    meaning: 'The `strict` policy refuses a stale index.',
    remediation: {
      agent: 'Call sync_repo to update the index before querying, or use another freshness_policy.',
      cli: 'Run `codecompass sync` first.',
    },
    exitCode: 1,
  },
  index_incompatible: {
    meaning: 'The index has another schema version, or is corrupt.',
    remediation: 'Run `codecompass index --force` to rebuild it.',
    exitCode: 1,
  },
  ref_not_indexed: {
    meaning: 'The requested ref is not indexed.',
    remediation: 'Run `codecompass index --ref REF` to index it.',
    exitCode: 1,
  },
  symbol_not_found: {
    meaning: 'No symbol has that name (and path) on that ref.',
    remediation: pointingToSearch((search) => `Try ${search} with words from the name.`),
    exitCode: 1,
  },
  ambiguous_symbol: {
    meaning: 'Several symbols match; `data.candidates` lists them.',
    remediation: {
      agent: 'Call again with the "path" of the one you mean, or with a qualified name.',
      cli: 'Run it again with --path and the file of the one you mean, or with a qualified name.',
    },
    exitCode: 1,
  },
  file_not_found: {
    meaning: 'The index of that ref has no such file.',
    remediation: 'Check the path; it is relative to the root of the repository.',
    exitCode: 1,
  },
  permission_denied: {
    meaning: 'The system denies access to a required file or folder.',
    remediation: 'Give your user access to the path in the message, then try again.',
    exitCode: 1,
  },
  disk_full: {
    meaning: 'The disk of the data directory is full.',
    remediation: 'Free some space, or set CODECOMPASS_HOME to a folder on another disk, then try again.',
    exitCode: 1,
  },
  io_error: {
    meaning: 'Reading or writing a file in the data directory failed.',
    remediation:
      'Check the disk, or set CODECOMPASS_HOME to a folder on another one, then run the command again; finished work is reused.',
    exitCode: 1,
  },
  repository_unreadable: {
    meaning: 'The repository is corrupt, was deleted while being read, or git refuses to open it.',
    remediation: 'Check it with `git status` and `git fsck`, then try again.',
    exitCode: 1,
  },
  job_cancelled: {
    meaning: 'The job was stopped before it published anything.',
    remediation: 'Run the command again; finished work is reused.',
    exitCode: 1,
  },
  internal_error: {
    meaning: 'A bug in CodeCompass.',
    remediation: 'Run again with --verbose and report the output.',
    exitCode: 1,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

export class CodedError extends Error {
  readonly code: ErrorCode;
  /** The next step for an agent. */
  readonly remediation: string;
  /** The next step for a CLI user. */
  readonly cliRemediation: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { remediation?: Remedy; data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    const usual: UsualRemedy = errorTable[code].remediation;
    const remedy = options.remediation ?? usual;
    this.remediation = typeof remedy === 'string' ? remedy : remedy.agent;
    this.cliRemediation = forCommandLine(remedy) ?? forCommandLine(usual);
    this.data = options.data ?? {};
  }
}

function forCommandLine<Given extends Remedy>(remedy: Given): Given extends UsualRemedy ? string : string | undefined;
function forCommandLine(remedy: Remedy): string | undefined {
  return typeof remedy === 'string' ? remedy : remedy.cli;
}

/** Returns a thrown value as a coded error; anything but a `CodedError` becomes an `internal_error`. */
export function toCodedError(thrown: unknown): CodedError {
  if (thrown instanceof CodedError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CodedError('internal_error', message, { cause: thrown });
}
