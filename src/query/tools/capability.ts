/**
 * A capability is one question that can be asked of an index. Its row is the only description of it: the MCP tool, the
 * method for embedders, the commands, the documents and the generated tests all come from the row. It knows neither the
 * service nor the command line; what it says about commands is data.
 */
import type { ParametersOf, ParameterTable, RequestOf } from '../parameters/parameters.ts';
import type { Answer } from '../shapes/answer.ts';
import type { RefView } from '../view/ref-view.ts';

/** What every tool shows to clients, the tools of the service included. */
export interface ToolDescription<T extends ParameterTable = ParameterTable> {
  /** The name of the tool over MCP. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what it returns, for agents. */
  readonly description: string;
  readonly parameters: T;
  /** A call that works on the example repository of the contracts; tests start from it. */
  readonly example: RequestOf<T>;
}

/** The commands that ask a capability, by name. */
export type Commands<T extends ParameterTable = ParameterTable> = Readonly<Record<string, CommandForm<T>>>;
type MaybeCommands<T extends ParameterTable> = Commands<T> | undefined;

/** Asks one ref. */
export interface OneRefCapability<
  T extends ParameterTable = ParameterTable,
  A extends Answer = Answer,
  C extends MaybeCommands<T> = MaybeCommands<T>,
> extends ToolDescription<T> {
  readonly asks: 'one ref';
  readonly commands?: C;
  answer(view: RefView, request: ParametersOf<T>, settings?: AskSettings): Promise<A>;
  /** The answer before the first index is there, without its metadata. */
  empty(request: ParametersOf<T>): object;
  /** The ref that is meant, where it is not the parameter of that name. */
  refOf?(request: ParametersOf<T>): string | undefined;
  /** The workspace that is meant, where the call names none. */
  workspaceOf?(sent: unknown): string | undefined;
}

/** Asks two refs that the call names, in one snapshot. */
export interface TwoRefCapability<
  T extends ParameterTable = ParameterTable,
  A extends Answer = Answer,
  C extends MaybeCommands<T> = MaybeCommands<T>,
> extends ToolDescription<T> {
  readonly asks: 'two refs';
  readonly commands?: C;
  answer(base: RefView, head: RefView, request: ParametersOf<T>): Promise<A>;
  refsOf(request: ParametersOf<T>): { readonly base: string; readonly head: string };
}

export type Capability = OneRefCapability | TwoRefCapability;

/** What settings and callers decide where a request says nothing. */
export interface AskSettings {
  readonly ranking_explain_level?: 'off' | 'basic' | 'full';
  /** Whether answers show how they were put together. */
  readonly debug?: boolean;
  /** Whether results name the lines that match, for a reader who sees them marked. */
  readonly matchLines?: boolean;
}

/**
 * A capability as a command. Operands are parameters in the order of the words; every other parameter is a flag, unless
 * the command or one of its switches sets it or its row has `flag: false`.
 */
export interface CommandForm<T extends ParameterTable = ParameterTable> {
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly details: string;
  readonly operands: readonly (keyof T & string)[];
  /** What the command itself sets. */
  readonly sets?: Partial<RequestOf<T>>;
  /** Flags without a value, each for one value of a parameter. */
  readonly switches?: Readonly<Record<string, { readonly description: string; readonly sets: Partial<RequestOf<T>> }>>;
  readonly examples: readonly Example[];
  /** The fields of the answer; `?` ends the name of one that may be absent. `metadata` is in every answer. */
  readonly json: Readonly<Record<string, string>>;
  /** Other words that people try for it; they are not taken, but lead to the right one. */
  readonly alsoCalled?: readonly string[];
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** A row that asks one ref, with its types inferred: whether it has commands is part of its type. */
export function oneRefCapability<
  const T extends ParameterTable,
  A extends Answer,
  C extends MaybeCommands<T> = undefined,
>(row: Omit<OneRefCapability<T, A, C>, 'asks'>): OneRefCapability<T, A, C> {
  return { asks: 'one ref', ...row };
}

/** A row that asks two refs, with its types inferred. */
export function twoRefCapability<
  const T extends ParameterTable,
  A extends Answer,
  C extends MaybeCommands<T> = undefined,
>(row: Omit<TwoRefCapability<T, A, C>, 'asks'>): TwoRefCapability<T, A, C> {
  return { asks: 'two refs', ...row };
}
