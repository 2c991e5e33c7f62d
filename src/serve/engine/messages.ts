/** The messages between a server and the process of its engine. They cross the process boundary as JSON. */
import type { UnfinishedJob } from '../../project/jobs.ts';
import type { ServiceOptions } from '../../project/service.ts';
import type { SentError, SystemFailure } from '../../sent-error.ts';
import type { EngineAnswer, EngineCall, ListedTool } from './engine.ts';

export interface EngineOptions
  extends Omit<ServiceOptions, 'log' | 'parent' | 'onEntered' | 'onJob' | 'onJobEnd' | 'onJobWanted' | 'onWork'> {
  readonly prewarm: boolean;
  /** The jobs of an engine that has ended. This one starts them again. */
  readonly unfinished: readonly UnfinishedJob[];
  /** It leaves jobs to another engine. */
  readonly isAside: boolean;
}

export type ToEngine =
  | { readonly type: 'start'; readonly options: EngineOptions }
  | ({ readonly type: 'call'; readonly id: number; readonly canAskRoots: boolean } & EngineCall)
  | { readonly type: 'cancel'; readonly id: number }
  /** The answer to `askRoots`. */
  | { readonly type: 'roots'; readonly id: number; readonly roots: readonly string[] }
  | { readonly type: 'ask'; readonly id: number; readonly about: Question }
  | { readonly type: 'startJob'; readonly job: UnfinishedJob }
  | { readonly type: 'ping' }
  | { readonly type: 'noMoreCalls' }
  /** Nobody has asked anything for long: the engine ends unless it has work. */
  | { readonly type: 'rest' }
  | { readonly type: 'close' };

export type Question = 'health' | 'roots served';

export interface Ready {
  readonly tools: readonly ListedTool[];
  /** The metadata of an error of a call that reached no project. */
  readonly unreachedMetadata: Record<string, unknown>;
}

export type FromEngine =
  | ({ readonly type: 'ready' } & Ready)
  /** The engine cannot start. */
  | { readonly type: 'failed'; readonly error: SentError }
  /** It could not even be loaded. */
  | { readonly type: 'unloaded'; readonly error: SystemFailure }
  | ({ readonly type: 'answer'; readonly id: number } & EngineAnswer)
  | { readonly type: 'told'; readonly id: number; readonly value: unknown }
  /** A call or a question failed without an answer. */
  | { readonly type: 'refused'; readonly id: number; readonly error: SentError }
  | { readonly type: 'askRoots'; readonly id: number; readonly call: number }
  | { readonly type: 'progress'; readonly listener: number; readonly params: Record<string, unknown> }
  /** A call has used the workspace for the first time. */
  | { readonly type: 'entered'; readonly root: string }
  /** The project that a call uses, and the workspace that the call names. */
  | { readonly type: 'inside'; readonly id: number; readonly root: string; readonly workspace?: string | undefined }
  | { readonly type: 'job'; readonly job: UnfinishedJob }
  | { readonly type: 'jobEnded'; readonly root: string }
  /** A comparison of a working tree has begun, or has ended. */
  | { readonly type: 'working'; readonly root: string; readonly isWorking: boolean }
  /** A job that this engine leaves to another one. */
  | { readonly type: 'jobWanted'; readonly job: UnfinishedJob }
  | { readonly type: 'pong' }
  | { readonly type: 'log'; readonly line: string };
