/** Names parameters in errors and warnings as they are typed: `--max-tokens` instead of "max_tokens". */
import { CodedError, errorTable } from '../errors.ts';
import type { ParameterTable } from '../query/parameters/parameters.ts';
import type { CommandForm } from '../query/tools/capability.ts';
import { flaggedParameters } from './commands/capability-commands.ts';

export interface TypedNames {
  /** Returns the error with the typed name; any other thrown value as it is. */
  inError(thrown: unknown): unknown;
  inWarning(warning: string): string;
}

export function typedNamesOf(command: string, parameters: ParameterTable, form: CommandForm): TypedNames {
  const names = new Map<string, string>(
    flaggedParameters(parameters, form).map(({ name, flag }) => [name, `--${flag}`]),
  );
  for (const operand of form.operands) names.set(operand, parameters[operand]?.placeholder ?? operand.toUpperCase());
  const inText = (text: string, quoted: (name: string) => string): string => {
    for (const [name, typed] of names)
      if (text.startsWith(quoted(name))) return typed + text.slice(quoted(name).length);
    return text;
  };
  return {
    inError: (thrown) => {
      if (!(thrown instanceof CodedError) || typeof thrown.data.parameter !== 'string') return thrown;
      const { code, message, remediation: agent, cliRemediation, data } = thrown;
      const isUsual = cliRemediation === errorTable.invalid_input.remediation;
      const cli = isUsual ? `Correct it and run the command again; see codecompass ${command} --help.` : cliRemediation;
      const renamed = inText(message, (name) => `The parameter "${name}"`);
      return new CodedError(code, renamed, { remediation: { agent, cli }, data, cause: thrown });
    },
    inWarning: (warning) => inText(warning, (name) => `"${name}"`),
  };
}
