/**
 * The table of errors. Each has a code from the registry, the exit code of the CLI, and what to do next. A
 * `CodedError` is the caller's mistake or the environment's fault; anything else that is thrown is a bug and
 * surfaces as `internal_error`.
 */
export interface ErrorRow {
  readonly meaning: string;
  readonly remediation: UsualRemedy;
  readonly exitCode: 1 | 2;
}

/**
 * What to do next: for agents, who call tools over MCP or methods of the embedding API, and for people at the command line, who
 * run commands. A plain string serves both, and so names no tool and no parameter. Where an error cannot occur on the command
 * line, `cli` is left out, and the usual remedy of its code stands in.
 */
export type Remedy = string | { readonly agent: string; readonly cli?: string };

type UsualRemedy = string | { readonly agent: string; readonly cli: string };

/** A sentence that points to search, by the name that each audience has for it. */
export function pointingToSearch(sentence: (search: string) => string): UsualRemedy {
  return { agent: sentence('search_code'), cli: sentence('`codecompass search`') };
}

/** For a name that several symbols share. */
export const choosePath: Remedy = {
  agent: 'Call again with the "path" of the one you mean, or with a qualified name.',
  cli: 'Run it again with --path and the file of the one you mean, or with a qualified name.',
};

/** The remedy that is one tool call for agents, and one command at the command line. */
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
    remediation: 'Name a folder below an allowed root, or start the server with another --allowed-root.',
    exitCode: 1,
  },
  workspace_limit_exceeded: {
    meaning: 'There are too many auto-discovered workspaces, and none could be evicted.',
    remediation: 'Wait until a job has ended, or raise serve.max_auto_workspaces in config.toml.',
    exitCode: 1,
  },
  index_in_progress: {
    meaning: 'An index job is already running for this project.',
    remediation: 'Wait until it has ended; the published index answers meanwhile.',
    exitCode: 1,
  },
  sync_in_progress: {
    meaning: 'A sync job is already running for this project and ref.',
    remediation: 'Wait until it has ended; the published index answers meanwhile.',
    exitCode: 1,
  },
  index_not_ready: {
    meaning: 'The state of the index allows no answer (a failed first indexing, for example).',
    remediation: {
      agent: 'Call index_repo, or run `codecompass index`; index_status tells when it is done.',
      cli: 'Run `codecompass index`; `codecompass status` tells when it is done.',
    },
    exitCode: 1,
  },
  index_stale: {
    meaning: 'The `strict` policy refuses a stale index.',
    remediation: {
      agent: 'Call sync_repo to update the index before querying, or ask with another freshness_policy.',
      cli: 'Run `codecompass sync` first.',
    },
    exitCode: 1,
  },
  index_incompatible: {
    meaning: 'The index was written by another schema, or is corrupt.',
    remediation: 'Run `codecompass index --force` to build it anew.',
    exitCode: 1,
  },
  ref_not_indexed: {
    meaning: 'The ref asked for has no index.',
    remediation: 'Run `codecompass index --ref REF` for it.',
    exitCode: 1,
  },
  symbol_not_found: {
    meaning: 'No symbol has that name (and path) on that ref.',
    remediation: pointingToSearch((search) => `Try ${search} with the words that you remember.`),
    exitCode: 1,
  },
  ambiguous_symbol: {
    meaning: 'Several symbols match; `data.candidates` lists them.',
    remediation: {
      agent: 'Call again with the "path" of the one you mean.',
      cli: 'Run it again with --path and the file of the one you mean.',
    },
    exitCode: 1,
  },
  file_not_found: {
    meaning: 'No such file is in the index of that ref.',
    remediation: 'Check the path, which is relative to the root of the repository.',
    exitCode: 1,
  },
  permission_denied: {
    meaning: 'The system refuses access to a file or folder that the work needs.',
    remediation: 'Give your user access to the path that the message names, then try again.',
    exitCode: 1,
  },
  disk_full: {
    meaning: 'The disk of the data folder has no room left.',
    remediation: 'Free some space, or set CODECOMPASS_HOME to a folder on another disk, then try again.',
    exitCode: 1,
  },
  io_error: {
    meaning: 'The disk failed to read or write a file of the data folder.',
    remediation:
      'Check the disk, or set CODECOMPASS_HOME to a folder on another one, then run the command again; what was finished is reused.',
    exitCode: 1,
  },
  repository_unreadable: {
    meaning: 'The repository is corrupt, vanished while it was read, or git refuses to open it.',
    remediation: 'Check it with `git status` and `git fsck`, then try again.',
    exitCode: 1,
  },
  job_cancelled: {
    meaning: 'The job was stopped before it published anything.',
    remediation: 'Run the command again; what was finished is reused.',
    exitCode: 1,
  },
  internal_error: {
    meaning: 'A fault of the program itself.',
    remediation: 'Run again with --verbose and report what it prints.',
    exitCode: 1,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

export class CodedError extends Error {
  readonly code: ErrorCode;
  /** What an agent does next. */
  readonly remediation: string;
  /** What somebody at the command line does next. */
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

/** Any thrown value as a coded error; what the table does not know is an internal error. */
export function toCodedError(thrown: unknown): CodedError {
  if (thrown instanceof CodedError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CodedError('internal_error', message, { cause: thrown });
}
