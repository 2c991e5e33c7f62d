/**
 * An error in the words of the command line. Queries speak to agents: what they call a tool is a command here, what they
 * call a parameter is a flag, and the candidates that an agent finds in the data are listed.
 */
import type { CodedError } from '../../errors.ts';

export interface PrintedError {
  readonly message: string;
  readonly remedy: string;
  /** Lines that can be copied. */
  readonly candidates: readonly string[];
}

const wordings: readonly (readonly [RegExp, string])[] = [
  [/^Call index_repo with "ref": .*?, or run /, 'Run '],
  [/^Call index_repo, or run /, 'Run '],
  [/^Call sync_repo to update the index before querying.*$/, 'Run `codecompass sync` first.'],
  [/\bindex_status tells\b/, '`codecompass status` tells'],
  [/^Call again with the "path" of the one you mean/, 'Run it again with --path and the file of the one you mean'],
  [/^Call again with "(\w+)"(?:: "(\w+)")?/, 'Run it again with --$1 $2'],
  [/\bsearch_code\b/g, '`codecompass search`'],
];

export function printedError({ message, remediation, data }: CodedError): PrintedError {
  let remedy = remediation;
  for (const [wire, spoken] of wordings) remedy = remedy.replace(wire, spoken);
  const candidates = Array.isArray(data.candidates) ? data.candidates.flatMap(lineOf) : [];
  const left = Number(data.total_candidates ?? 0) - candidates.length;
  return { message, remedy, candidates: left > 0 ? [...candidates, `… and ${left} more`] : candidates };
}

function lineOf(candidate: unknown): string[] {
  const { path, line_start, kind, qualified_name: name } = (candidate ?? {}) as Record<string, unknown>;
  if (typeof path !== 'string') return [];
  const place = typeof line_start === 'number' ? `${path}:${line_start}` : path;
  return [typeof name === 'string' ? `${place}  ${typeof kind === 'string' ? `${kind} ` : ''}${name}` : place];
}
