/**
 * A capability is one kind of query on an index. Its row is the single description of it: the MCP tool, the embedding
 * method, the commands, the documents and the generated tests are all derived from the row. It depends on neither the
 * service nor the command line; its commands are described as data.
 */
import type { Cuts } from '../budget/cuts.ts';
import type { IntegerRow, ParametersOf, ParameterTable, RequestOf } from '../parameters/parameters.ts';
import { maxTokensParameter } from '../parameters/shared-parameters.ts';
import type { Answer } from '../shapes/answer.ts';
import { answeringUniquely } from '../shapes/unique-ids.ts';
import type { LiveNeeds } from '../view/live-needs.ts';
import type { RefView } from '../view/ref-view.ts';
import type { Subject } from '../view/subject.ts';

/** What clients see of every tool, including the tools of the service. */
export interface ToolDescription<T extends ParameterTable = ParameterTable> {
  /** The name of the tool over MCP. */
  readonly name: string;
  readonly title: string;
  /** When to use it and what it returns, for agents. */
  readonly description: string;
  readonly parameters: T & Limit;
  /** Whether a call may name several symbols (`symbols`), each of which gets its answer. */
  readonly takesSeveral?: true;
  /** What is left out first if the answer is over `max_tokens`. */
  readonly cuts: Cuts;
  /** A call that works on the example repository of the contracts; generated tests use it. */
  readonly example: RequestOf<T>;
}

/** The commands of a capability, by name. */
export type Commands<T extends ParameterTable = ParameterTable> = Readonly<Record<string, CommandForm<T>>>;
type MaybeCommands<T extends ParameterTable> = Commands<T> | undefined;

/** A capability that queries one ref. */
export interface OneRefCapability<
  T extends ParameterTable = ParameterTable,
  A extends Answer = Answer,
  C extends MaybeCommands<T> = MaybeCommands<T>,
> extends ToolDescription<T> {
  readonly asks: 'one ref';
  readonly commands?: C;
  answer(view: RefView, request: ParametersOf<T>, settings?: AskSettings): Promise<A>;
  /** What a view that contains only some files must contain to answer the request. */
  live(request: ParametersOf<T>): LiveNeeds;
  /** What such a view must contain as well, after a look at the files that `live` led to. */
  liveFurther?(view: RefView, request: ParametersOf<T>): Promise<LiveNeeds | undefined>;
  /** The requested ref, if it is not in the `ref` parameter. */
  refOf?(request: ParametersOf<T>): string | undefined;
  /** The requested workspace, if the call has no `workspace` parameter. */
  workspaceOf?(sent: unknown): string | undefined;
}

/** A capability that compares two refs in one snapshot. */
export interface TwoRefCapability<
  T extends ParameterTable = ParameterTable,
  A extends Answer = Answer,
  C extends MaybeCommands<T> = MaybeCommands<T>,
> extends ToolDescription<T> {
  readonly asks: 'two refs';
  readonly commands?: C;
  answer(base: RefView, head: RefView, request: ParametersOf<T>): Promise<A>;
  refsOf(request: ParametersOf<T>): { readonly base: string; readonly head: string };
  /** Paths in the request may be absolute, below the root of the repository. */
  subjectOf(request: ParametersOf<T>, root: string): Subject;
}

export type Capability = OneRefCapability | TwoRefCapability;

/** Defaults that come from settings and callers rather than from the request. */
export interface AskSettings {
  readonly ranking_explain_level?: 'off' | 'basic' | 'full';
  /** Whether questions are also matched by the vectors of symbols; default: yes. */
  readonly vectors?: boolean;
  /** Whether answers include debugging details. */
  readonly debug?: boolean;
  /** Files that contain the requested name and are not in the view, which has only some files of its ref. */
  readonly unexaminedFiles?: number;
  /** The workspace that the request names: a suggested call has to name it too. */
  readonly workspace?: string;
  /** The caller has no token ceiling, whatever the default of the tool. */
  readonly isUnlimited?: boolean;
  /** Whether the answer becomes text: results then include the lines that it shows. */
  readonly forText?: boolean;
}

/**
 * A capability as a command. Operands are positional parameters, in order; every other parameter is a flag, unless the
 * command or one of its switches sets it or its row has `flag: false`.
 */
export interface CommandForm<T extends ParameterTable = ParameterTable> {
  readonly summary: string;
  /** Sentences for the help page of the command. */
  readonly details: string;
  readonly operands: readonly (keyof T & string)[];
  /** The list parameter that takes the operands if there are several. */
  readonly severalAs?: keyof T & string;
  /** A flag can replace the operands. */
  readonly isOperandOptional?: true;
  /** Parameters with a fixed value in this command. */
  readonly sets?: Partial<RequestOf<T>>;
  /** Flags without a value; each sets a parameter to one value. */
  readonly switches?: Readonly<Record<string, { readonly description: string; readonly sets: Partial<RequestOf<T>> }>>;
  readonly examples: readonly Example[];
  /** The fields of the answer; optional ones end in `?`. `metadata` is in every answer. */
  readonly json: Readonly<Record<string, string>>;
  /** Other names that users try; they are rejected with a hint at the right command. */
  readonly alsoCalled?: readonly string[];
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Builds a row for one ref with inferred types: whether it has commands is part of its type. */
export function oneRefCapability<
  const T extends ParameterTable,
  A extends Answer,
  C extends MaybeCommands<T> = undefined,
>(row: Unlimited<T, OneRefCapability<T, A, C>>): OneRefCapability<T, A, C> {
  const { maxTokens, ...capability } = row;
  return {
    asks: 'one ref',
    ...capability,
    parameters: limited(row.parameters, maxTokens),
    answer: (view, request, settings) => answeringUniquely(view, () => row.answer(view, request, settings)),
  };
}

/** Builds a row for two refs with inferred types. */
export function twoRefCapability<
  const T extends ParameterTable,
  A extends Answer,
  C extends MaybeCommands<T> = undefined,
>(row: Unlimited<T, TwoRefCapability<T, A, C>>): TwoRefCapability<T, A, C> {
  const { maxTokens, ...capability } = row;
  return {
    asks: 'two refs',
    ...capability,
    parameters: limited(row.parameters, maxTokens),
    answer: (base, head, request) => answeringUniquely(head, () => row.answer(base, head, request)),
  };
}

/** The ceiling that every tool has. */
type Limit = { readonly max_tokens: IntegerRow & { readonly default: number } };

/** A row as its file writes it: with the default ceiling of its answers instead of the parameter for it. */
type Unlimited<T extends ParameterTable, Row extends { readonly asks: string }> = Omit<Row, 'asks' | 'parameters'> & {
  readonly parameters: T;
  readonly maxTokens: number;
};

/** Adds `max_tokens`, unless the capability reads it itself. */
function limited<T extends ParameterTable>(parameters: T, maxTokens: number): T & Limit {
  const own = (parameters as Partial<Limit>).max_tokens;
  return { ...parameters, max_tokens: own ?? maxTokensParameter(maxTokens) };
}
