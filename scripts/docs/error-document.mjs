/** Generates the errors page from the table of errors. */
import { CodedError, errorTable } from '../../build/errors.js';
import { table } from './table.mjs';

export function errorDocument() {
  const rows = Object.entries(errorTable).map(([code, { meaning, exitCode }]) => {
    const { remediation, cliRemediation } = new CodedError(code, '');
    const onCommandLine = cliRemediation === remediation ? 'the same' : cliRemediation;
    return [`\`${code}\``, meaning, remediation, onCommandLine, String(exitCode)];
  });
  return [
    '# Errors',
    '',
    'Every error has a code that is never reused with another meaning, a message that names the culprit, and what to do next. This page is made',
    'from the table of errors by `npm run docs`.',
    '',
    '- On the command line: `error[CODE]: MESSAGE` and `→ REMEDY` on stderr; with `--json` the document below on stdout.',
    '- From a tool: `isError` and `{"error": {"code", "message", "data": {"remediation", …}}, "metadata"}`.',
    '- Embedded: a `CodedError` with `code`, `message`, `remediation` (for agents), `cliRemediation` and `data`.',
    '',
    'The remedy is the usual one; where more is known, an error says something more exact.',
    '',
    ...table(['code', 'meaning', 'remedy for agents', 'on the command line', 'exit code'], rows),
    '',
    'The program ends with 0 when it has done what was asked, and with 130 or 143 when it was stopped by Ctrl-C or SIGTERM.',
    '',
  ].join('\n');
}
