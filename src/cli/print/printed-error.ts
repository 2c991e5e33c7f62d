/** An error as the CLI prints it. Candidates in the error data become lines with path, line and name. */
import type { CodedError } from '../../errors.ts';

export interface PrintedError {
  readonly message: string;
  readonly remedy: string;
  /** One line per candidate. */
  readonly candidates: readonly string[];
}

export function printedError({ message, cliRemediation, data }: CodedError): PrintedError {
  const candidates = Array.isArray(data.candidates) ? data.candidates.flatMap(lineOf) : [];
  const left = Number(data.total_candidates ?? 0) - candidates.length;
  return {
    message,
    remedy: cliRemediation,
    candidates: left > 0 ? [...candidates, `… and ${left} more`] : candidates,
  };
}

function lineOf(candidate: unknown): string[] {
  const { path, line_start, kind, qualified_name: name } = (candidate ?? {}) as Record<string, unknown>;
  if (typeof path !== 'string') return [];
  const place = typeof line_start === 'number' ? `${path}:${line_start}` : path;
  return [typeof name === 'string' ? `${place}  ${typeof kind === 'string' ? `${kind} ` : ''}${name}` : place];
}
