/** What answers the calls of a server, as its transports see it. */
export type ProgressToken = string | number;
export type SendProgress = (params: Record<string, unknown>) => void;

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { type: 'object'; [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Where the progress of a job goes. */
export interface ProgressAudience {
  /** From `Engine.listen`. */
  readonly listener: number;
  /** The progress token of the call, if it has one. */
  readonly ownToken?: ProgressToken;
}

export interface EngineCall {
  readonly tool: string;
  /** The arguments as the client sent them. */
  readonly sent: unknown;
  readonly audience?: ProgressAudience | undefined;
}

export interface EngineCallOptions {
  readonly signal?: AbortSignal;
  /** Asks the client which folders it has opened. */
  readonly askRoots?: (() => Promise<readonly string[]>) | undefined;
  /** Resolves when the client has read enough of the earlier answers: the call starts then. */
  readonly whenRead?: (() => Promise<void>) | undefined;
}

export interface EngineAnswer {
  readonly isError: boolean;
  /** The body as the client gets it, in the format of the call. */
  readonly text: string;
  /** How long the engine has worked for it. */
  readonly workMs?: number;
}

export interface Listener {
  readonly id: number;
  close(): void;
}

export interface Engine {
  readonly version: string;
  /** The tools that clients see. */
  tools(): Promise<readonly ListedTool[]>;
  readonly log: (line: string) => void;
  /** Never throws: whatever happens to the call is its answer. */
  call(call: EngineCall, options?: EngineCallOptions): Promise<EngineAnswer>;
  /** Receives the progress of jobs. It may come after the answer to the call that started the job. */
  listen(send: SendProgress): Listener;
  /** The body of `GET /health`. Only a request for the details starts an engine that has ended because it was idle. */
  health(asked: 'details' | 'status'): Promise<Record<string, unknown>>;
  /** Called when a client is served, even if nothing is asked of the engine. */
  stayAwake(): void;
  /** Called when no further call follows. */
  noMoreCalls(): void;
}
