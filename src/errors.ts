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
  return { agent: sentence('search_code'), cli: sentence('`codecompass search WORDS`') };
}

/** Returns a remedy with one tool call for agents and one command for CLI users. */
export function callOrRun(call: string, command: string): Remedy {
  return { agent: `Call ${call}, or run \`codecompass ${command}\`.`, cli: `Run \`codecompass ${command}\`.` };
}

const followJob: UsualRemedy = {
  agent: 'Call index_status to follow the running job, and call again when it is done; queries work meanwhile.',
  cli: 'Run `codecompass status` to follow the running job, and try again when it is done; queries work meanwhile.',
};

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
  no_such_format: {
    meaning: '`format` is neither `json` nor `text`.',
    remediation: {
      agent: 'Call again with "format": "json" or "text", or without it.',
      cli: 'Run it again with --json, or without it.',
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
    meaning: 'Another job is already running for this project.',
    remediation: followJob,
    exitCode: 1,
  },
  sync_in_progress: {
    meaning: 'A sync job is already running for this project and ref.',
    remediation: followJob,
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
    remediation: {
      agent: 'Call index_repo with "force": true, or run `codecompass index --force`.',
      cli: 'Run `codecompass index --force` to rebuild it.',
    },
    exitCode: 1,
  },
  index_busy: {
    meaning:
      'Another process keeps the index or the registry locked, or a large index is being checked. The call can be repeated.',
    remediation:
      'Try again in a few seconds. If it stays locked, end the process that has the file in the message open.',
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
      agent: 'Call again with the "symbol_id" or path:line of the one you mean as the name, or with its "path".',
      cli: 'Run it again with PATH:LINE of the one you mean as the name, or with --path and its file.',
    },
    exitCode: 1,
  },
  file_not_found: {
    meaning: 'The index of that ref has no such file.',
    remediation: 'Check the path; it is relative to the root of the repository.',
    exitCode: 1,
  },
  range_out_of_file: {
    meaning: 'The file has fewer lines than the request names; `data.line_count` has their number.',
    remediation: 'Use a line of the file.',
    exitCode: 1,
  },
  pattern_invalid: {
    meaning:
      'The pattern of a text search does not compile; `data.position` has the place in it, from 1, `data.reason` the reason.',
    remediation: {
      agent: 'Correct the pattern at that place; without "regex", search_text finds it as plain text.',
      cli: 'Correct the pattern at that place; without --regex, it is searched as plain text.',
    },
    exitCode: 2,
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
  out_of_resources: {
    meaning: 'The system has no file handles, processes or memory left for CodeCompass. The call can be repeated.',
    remediation:
      'Close other programs, or raise the limits of the process (`ulimit -n` for open files, `ulimit -u` for processes), then try again.',
    exitCode: 1,
  },
  server_busy: {
    meaning: 'Too many calls wait for the server. The call was not started and can be repeated.',
    remediation: 'Try again in a few seconds, with fewer calls at once.',
    exitCode: 1,
  },
  query_too_expensive: {
    meaning: 'The query needs more work than one call may cause.',
    remediation: {
      agent: 'Call again with narrower parameters: a path, a language, or a lower depth or limit.',
      cli: 'Narrow it: add a path or --lang, or lower --depth or --limit.',
    },
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
  request_cancelled: {
    meaning: 'The client cancelled the request.',
    remediation: 'Send it again if the answer is still needed.',
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

/** Returns the code for a job that cannot start: `sync_in_progress` only if a sync of the same ref runs. */
export function inProgressCode(wanted: StartedJob, running: StartedJob): 'index_in_progress' | 'sync_in_progress' {
  const isSame = wanted.operation === 'sync' && running.operation === 'sync' && wanted.ref === running.ref;
  return isSame ? 'sync_in_progress' : 'index_in_progress';
}

interface StartedJob {
  readonly operation: string;
  readonly ref: string;
}

function forCommandLine<Given extends Remedy>(remedy: Given): Given extends UsualRemedy ? string : string | undefined;
function forCommandLine(remedy: Remedy): string | undefined {
  return typeof remedy === 'string' ? remedy : remedy.cli;
}

/** Returns a thrown value as a coded error; anything that is not a fault of the environment is an `internal_error`. */
export function toCodedError(thrown: unknown): CodedError {
  if (thrown instanceof CodedError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return systemError(thrown) ?? new CodedError('internal_error', message, { cause: thrown });
}

/**
 * Returns the coded error for a resource that the operating system has run out of, wherever that was noticed; undefined
 * for any other error.
 */
export function systemError(thrown: unknown, path?: string, cause: unknown = thrown): CodedError | undefined {
  const { code: given, syscall, path: named, message } = (thrown ?? {}) as NodeJS.ErrnoException;
  const code = given !== undefined && given in exhausted ? given : exhaustedIn(message);
  const [kind, what] = exhausted[code ?? ''] ?? [];
  if (kind === undefined) return undefined;
  const at = path ?? named;
  const where = at === undefined ? '' : ` for ${at}`;
  return new CodedError(kind, `${what}${where} (${[syscall, code].filter(Boolean).join(' ')}).`, {
    data: at === undefined ? {} : { path: at },
    cause,
  });
}

const exhausted: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  EMFILE: ['out_of_resources', 'This process has too many open files'],
  ENFILE: ['out_of_resources', 'The system has too many open files'],
  EAGAIN: ['out_of_resources', 'The system has no process or thread left'],
  ENOMEM: ['out_of_resources', 'The system has no memory left'],
  ERR_WORKER_INIT_FAILED: ['out_of_resources', 'A worker thread could not be started'],
  ENOSPC: ['disk_full', 'No space left on the disk'],
  EDQUOT: ['disk_full', 'The disk quota is used up'],
};

/** Returns the code of a lack of handles that is only reported as text, as by git, native modules and the loader. */
export function exhaustedIn(text: string | undefined): 'EMFILE' | 'ENFILE' | undefined {
  if (text === undefined || !text.includes('Too many open files')) return undefined;
  return text.includes('Too many open files in system') ? 'ENFILE' : 'EMFILE';
}
