/** `codecompass compare`: how a symbol changed between two refs that are indexed. */
import { currentEnvironment, dataDirectory } from '../../config/paths.ts';
import { CodedError, toCodedError } from '../../errors.ts';
import { registeredWorkspace } from '../../project/register-workspace.ts';
import { type CompareSymbolAnswer, compareSymbol, type SymbolVersion } from '../../query/tools/compare-symbol.ts';
import { ProjectReader } from '../../query/view/ref-view.ts';
import { type Repository, resolveRef } from '../../scan/git/repository.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { printable, printableLines } from '../../text/printable.ts';
import type { Invocation } from '../invocation.ts';
import type { Output } from '../print/output.ts';
import { table } from '../print/table.ts';

export async function run({ flags, operands, output }: Invocation): Promise<number> {
  const [name = '', base = '', head = ''] = operands;
  const { repository, workspace } = await registeredWorkspace(flags.value('workspace'));
  const refs: [string, string] = [await nameOf(repository, base), await nameOf(repository, head)];
  const store = await openStore(dataDirectory(currentEnvironment()), workspace.projectId);
  try {
    const answer = await new ProjectReader(workspace.projectId, store).viewBoth(refs, (before, after) =>
      compareSymbol(before, after, {
        symbol_name: name,
        path: flags.value('path'),
        base_ref: refs[0],
        head_ref: refs[1],
        include_diff: true,
      }),
    );
    if (output.json) output.document(answer);
    else print(answer, refs, output);
    return 0;
  } finally {
    await store.close();
  }
}

/** A ref that git does not know may still be in the index, from before it was deleted. */
async function nameOf(repository: Repository, typed: string): Promise<string> {
  try {
    return (await resolveRef(repository, typed)).name;
  } catch (thrown) {
    if (toCodedError(thrown).code === 'invalid_input') return typed;
    throw thrown instanceof CodedError ? thrown : toCodedError(thrown);
  }
}

function print(answer: CompareSymbolAnswer, [base, head]: [string, string], output: Output): void {
  const { symbol, base_version: before, head_version: after, diff_summary: summary, diff, overloads } = answer;
  output.print(`${output.paint('bold', printable(symbol))}  ${summary.status}`);
  const versions = [base, head].map((ref, at) => [printable(ref), place(at === 0 ? before : after)]);
  for (const line of table(versions, { columns: output.columns })) output.print(line);
  for (const { signature, status } of overloads ?? []) output.print(`  ${status.padEnd(9)}  ${printable(signature)}`);
  if (diff) output.print(`\n${printableLines(diff.trimEnd())}`);
}

function place(version: SymbolVersion | null): string {
  return version === null
    ? 'not there'
    : `${printable(version.path)}:${version.line_start}-${version.line_end}  ${printable(version.signature)}`;
}
