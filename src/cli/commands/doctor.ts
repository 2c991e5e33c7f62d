/** `codecompass doctor`: prints what every check found; fails if one did. */
import type { Call } from '../call.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Colour, Output } from '../output.ts';
import { printable } from '../printable.ts';

export async function run({ flags, output }: Call): Promise<number> {
  const findings = await examine(process.cwd(), flags.value('config'));
  const failures = findings.filter((finding) => finding.status === 'failed').length;
  if (output.json) output.document({ ok: failures === 0, checks: findings });
  else printFindings(findings, output);
  return failures === 0 ? 0 : 1;
}

const colours: Readonly<Record<Finding['status'], Colour>> = { ok: 'green', warning: 'yellow', failed: 'red' };

function printFindings(findings: readonly Finding[], output: Output): void {
  const statusWidth = 'warning'.length;
  const nameWidth = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, status, detail, remedy } of findings) {
    const label = output.paint(colours[status], status.padEnd(statusWidth));
    output.print(`${label}  ${name.padEnd(nameWidth)}  ${printable(detail)}`);
    if (remedy) output.print(`${' '.repeat(statusWidth + nameWidth + 4)}→ ${printable(remedy)}`);
  }
  const troubled = findings.filter(({ status }) => status !== 'ok');
  output.print(
    troubled.length === 0
      ? 'All is well.'
      : `${troubled.length} of ${findings.length} checks ${troubled.length === 1 ? 'needs' : 'need'} attention.`,
  );
}
