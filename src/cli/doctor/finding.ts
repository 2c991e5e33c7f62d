/** A finding is the result of one check of `doctor`, with the fix for a problem. */
import type { Options } from '../../config/resolve-options.ts';
import type { CodedError } from '../../errors.ts';
import type { Repository } from '../../scan/git/repository.ts';

export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** What to do about it; for a check that passed, what to do next. */
  readonly remedy?: string;
}

/** The result of a check; some add data that later checks use. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly repository?: Repository;
  readonly options?: Options;
}

export function ok(name: string, detail: string, remedy?: string): Finding {
  return { name, status: 'ok', detail, ...(remedy === undefined ? {} : { remedy }) };
}

export function warning(name: string, detail: string, remedy: string): Finding {
  return { name, status: 'warning', detail, remedy };
}

export function failed(name: string, detail: string, remedy: string): Finding {
  return { name, status: 'failed', detail, remedy };
}

export function failedBy(name: string, error: CodedError): Finding {
  return failed(name, error.message, error.cliRemediation);
}
