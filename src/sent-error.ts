/** Errors that cross a process boundary as JSON. */
import { CodedError, type ErrorCode, type Remedy, toCodedError } from './errors.ts';

export interface SentError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remediation: Remedy;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is left of a system error of a process that could not load the table of errors. */
export interface SystemFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  readonly path: string | undefined;
}

export function sentError({ code, message, remediation: agent, cliRemediation: cli, data }: CodedError): SentError {
  return { code, message, remediation: { agent, cli }, data };
}

export function receivedError({ code, message, remediation, data }: SentError): CodedError {
  return new CodedError(code, message, { remediation, data });
}

export function receivedFailure(failure: SystemFailure): CodedError {
  return toCodedError(Object.assign(new Error(), failure));
}
