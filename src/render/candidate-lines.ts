/** The candidates in the data of an error as lines with path, line and name. */
export function candidateLines(data: Readonly<Record<string, unknown>>): string[] {
  const lines = Array.isArray(data.candidates) ? data.candidates.flatMap(lineOf) : [];
  const left = Number(data.total_candidates ?? 0) - lines.length;
  return left > 0 ? [...lines, `… and ${left} more`] : lines;
}

function lineOf(candidate: unknown): string[] {
  const { path, line_start, kind, qualified_name: name } = (candidate ?? {}) as Record<string, unknown>;
  if (typeof path !== 'string') return [];
  const place = typeof line_start === 'number' ? `${path}:${line_start}` : path;
  return [typeof name === 'string' ? `${place}  ${typeof kind === 'string' ? `${kind} ` : ''}${name}` : place];
}
