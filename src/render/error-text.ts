/** An error for a model: `code: message`, what to do, and the candidates to choose from. */
import { printable, printableLines } from '../text/printable.ts';
import { candidateLines } from './candidate-lines.ts';

export function errorText(error: Readonly<Record<string, unknown>>): string {
  const { code, message, data } = error as {
    code?: string;
    message?: string;
    data?: Readonly<Record<string, unknown>>;
  };
  const remedy = typeof data?.remediation === 'string' ? data.remediation : '';
  const near = offeredNames(data ?? {}).filter((name) => !remedy.includes(name));
  return [
    `${code}: ${printable(String(message))}`,
    ...candidateLines(data ?? {}).map((line) => `  ${printable(line)}`),
    ...(near.length === 0 ? [] : [`known: ${near.map(printable).join(', ')}`]),
    ...(remedy === '' ? [] : [printableLines(remedy)]),
  ].join('\n');
}

/** The names that the error offers, such as similar symbols, files or refs. */
function offeredNames(data: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(data).flatMap(([field, value]) =>
    field !== 'candidates' && Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [],
  );
}
