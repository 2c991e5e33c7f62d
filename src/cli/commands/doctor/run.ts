/** `codecompass doctor`: prints the findings of every check. Exits with 1 if a check failed. */

import type { Colour } from '../../../render/rendering.ts';
import { table } from '../../../render/table.ts';
import { printable } from '../../../text/printable.ts';
import type { Finding } from '../../doctor/finding.ts';
import { runChecks } from '../../doctor/run-checks.ts';
import type { Invocation } from '../../invocation.ts';
import type { Output } from '../../print/output.ts';
import { showWait } from '../../print/progress.ts';

export async function run({ flags, output }: Invocation): Promise<number> {
  const shown = showWait(output.stderr, 'Checking the runtime, SQLite, every grammar, git and this folder …');
  const findings = await runChecks(process.cwd(), flags.value('config')).finally(shown);
  const failures = findings.filter((finding) => finding.status === 'failed').length;
  if (output.json) output.document({ ok: failures === 0, checks: findings });
  else printFindings(findings, output);
  return failures === 0 ? 0 : 1;
}

const colours: Readonly<Record<Finding['status'], Colour>> = { ok: 'green', warning: 'yellow', failed: 'red' };

function printFindings(findings: readonly Finding[], output: Output): void {
  const rows = findings.flatMap(({ name, status, detail, remedy }) => [
    [output.paint(colours[status], status), name, printable(detail)],
    ...(remedy ? [['', '', `→ ${printable(remedy)}`]] : []),
  ]);
  for (const line of table(rows, { columns: output.columns, indent: '' })) output.print(line);
  const problems = findings.filter(({ status }) => status !== 'ok').length;
  output.print(
    problems === 0
      ? 'All checks passed.'
      : `${problems} of ${findings.length} checks ${problems === 1 ? 'needs' : 'need'} attention.`,
  );
}
