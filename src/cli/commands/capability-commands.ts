/**
 * The query commands, derived from the table of capabilities: operands and flags are parameters. This module imports
 * the query layer, so it is loaded only when one of its commands may be needed.
 */
import type { ParameterRow, ParameterTable } from '../../query/parameters/parameters.ts';
import type { Capability, CommandForm } from '../../query/tools/capability.ts';
import { capabilityRows } from '../../query/tools/table.ts';
import { renderers } from '../../render/answers/table.ts';
import type { Renderer } from '../../render/rendering.ts';
import type { CommandRow, CommandTable, OperandRow } from '../command-row.ts';
import { type Completion, confirmFlags, type FlagRow, type FlagTable, projectFlags } from '../flags.ts';
import { type OwnFormats, ownFormats } from '../print/own-formats.ts';

/** The description of the field that every answer has. */
const metadata = 'ref, result_completeness and other data about the answer, as over MCP';

export const capabilityCommands: CommandTable = Object.fromEntries(
  capabilityRows.flatMap(([name, capability]) => {
    const printing = { render: renderers[name] as Renderer, own: ownFormats[name] };
    return Object.entries(capability.commands ?? {}).map(([command, form]) => [
      command,
      commandRow(command, capability, form, printing),
    ]);
  }),
);

/** How a command prints the answer. */
export interface AnswerPrinting {
  readonly render: Renderer;
  readonly own: OwnFormats | undefined;
}

function commandRow(name: string, capability: Capability, form: CommandForm, printing: AnswerPrinting): CommandRow {
  const { summary, details, examples, json, alsoCalled } = form;
  return {
    summary,
    group: 'find',
    details,
    operands: form.operands.map((name, at) => {
      const takesSeveral = form.severalAs !== undefined || answersEach(capability, form);
      const operand = operandOf(capability.parameters[name], at === form.operands.length - 1, takesSeveral);
      return form.isOperandOptional ? { ...operand, required: false } : operand;
    }),
    flags: {
      ...parameterFlags(capability.parameters, form),
      ...form.switches,
      ...printing.own?.flags,
      ...(capability.asks === 'one ref' ? { ...projectFlags, ...confirmFlags } : { workspace: projectFlags.workspace }),
    },
    examples,
    json: { ...json, metadata },
    ...(alsoCalled === undefined ? {} : { alsoCalled }),
    load: async () => {
      const { runCapability } = await import('./run-capability.ts');
      return { run: (call) => runCapability(call, name, capability, form, printing) };
    },
  };
}

/** Whether the command answers each of several operands on its own. */
export function answersEach({ takesSeveral }: Capability, { operands }: CommandForm): boolean {
  return takesSeveral === true && operands.length === 1;
}

/** A query takes all remaining arguments. `takesSeveral`: so does this operand, which a list parameter may replace. */
function operandOf(row: ParameterRow | undefined, isLast: boolean, takesSeveral: boolean): OperandRow {
  if (row?.type !== 'text') throw new Error('An operand must be a text parameter.');
  const completes = completionOf(row);
  return {
    name: placeholderOf(row),
    required: row.required === true || takesSeveral,
    ...(isLast && (row.role === 'query' || takesSeveral) ? { many: true } : {}),
    ...(completes === undefined ? {} : { completes }),
  };
}

/** Returns the flags for parameters, by the name of the flag. */
export function parameterFlags(parameters: ParameterTable, form: CommandForm): FlagTable {
  return Object.fromEntries(
    flaggedParameters(parameters, form).map(({ flag, row }): [string, FlagRow] => {
      const completes = completionOf(row);
      return [
        flag,
        {
          description: described(row),
          ...(row.type === 'flag' ? {} : { value: placeholderOf(row) }),
          ...(row.type === 'list' ? { many: true } : {}),
          ...(completes === undefined ? {} : { completes }),
        },
      ];
    }),
  );
}

/** Returns the parameters that have a flag. The ref is left out: it is a flag of every command that reads one ref. */
export function flaggedParameters(parameters: ParameterTable, form: CommandForm) {
  const switched = Object.values(form.switches ?? {}).flatMap(({ sets }) => Object.keys(sets));
  const several = form.severalAs === undefined ? [] : [form.severalAs];
  const taken = new Set([...form.operands, ...several, ...Object.keys(form.sets ?? {}), ...switched, 'ref']);
  return Object.entries(parameters).flatMap(([name, row]) =>
    taken.has(name) || row.flag === false || row.type === 'object'
      ? []
      : [{ name, flag: row.flag ?? name.replaceAll('_', '-'), row }],
  );
}

/** `Levels of calls to follow, 1 to 5; default: 1` */
function described(row: ParameterRow): string {
  const range = row.type === 'integer' || row.type === 'number' ? `, ${row.min} to ${row.max}` : '';
  const hasDefault = 'default' in row && row.type !== 'flag' && !(row.type === 'integer' && row.servedDefault);
  const fallback = hasDefault ? `; default: ${row.default}` : '';
  return `${row.description}${range}${fallback}`;
}

function placeholderOf(row: ParameterRow): string {
  const usual = { text: 'TEXT', integer: 'N', number: 'N', choice: 'WORD', list: 'TEXT', flag: '', object: '' };
  return row.placeholder ?? usual[row.type];
}

function completionOf(row: ParameterRow): Completion | undefined {
  if (row.type === 'choice') return row.offered ?? row.values;
  if (row.type === 'list') return row.holds === 'paths' ? 'file' : row.values;
  if (row.type !== 'text') return undefined;
  const byRole = { path: 'file', file: 'file', ref: 'ref', language: 'language', workspace: 'folder' } as const;
  return row.role === 'query' || row.role === 'symbol' ? undefined : byRole[row.role];
}
