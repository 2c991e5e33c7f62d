/** `codecompass completion`: prints the completion script of a shell, for commands, flags and their values. */
import { nearestWord } from '../../../config/nearest-word.ts';
import { CodedError } from '../../../errors.ts';
import { bashScript } from '../../completion/bash.ts';
import { type CompletionTable, completionTable } from '../../completion/completion-table.ts';
import { fishScript } from '../../completion/fish.ts';
import { zshScript } from '../../completion/zsh.ts';
import type { Invocation } from '../../invocation.ts';
import { allCommands } from '../table.ts';

const scripts: Readonly<Record<string, (table: CompletionTable) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function run({ operands, output }: Invocation): Promise<number> {
  const [shell = ''] = operands;
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    const known = Object.keys(scripts);
    const nearest = nearestWord(shell, known);
    throw new CodedError('invalid_input', `Unknown shell ${shell}${nearest ? `; did you mean ${nearest}?` : '.'}`, {
      remediation: `Choose one of ${known.join(', ')}.`,
    });
  }
  const text = script(await completionTable(await allCommands()));
  if (output.json) output.document({ shell, script: text });
  else output.print(text.trimEnd());
  return 0;
}
