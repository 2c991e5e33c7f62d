/** The parsed arguments: a command, its flags and its operands, checked against the tables. */
import { parseArgs } from 'node:util';
import { nearestWord } from '../config/nearest-word.ts';
import { CodedError } from '../errors.ts';
import type { CommandRow, CommandTable, Example } from './command-row.ts';
import { type FlagTable, globalFlags, TypedFlags } from './flags.ts';

export interface CommandLine {
  /** Absent if there are only global flags or no arguments. */
  readonly name?: string;
  readonly flags: TypedFlags;
  readonly operands: readonly string[];
}

export function readCommandLine(argv: readonly string[], commands: CommandTable): CommandLine {
  const everyFlag: FlagTable = Object.assign({}, ...Object.values(commands).map((row) => row.flags), globalFlags);
  const { tokens } = parseArgs({ args: [...argv], options: parserOptions(everyFlag), strict: false, tokens: true });

  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const typedOptions = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const asksHelp = words[0] === 'help' && !Object.hasOwn(commands, 'help');
  const [name, ...operands] = asksHelp ? words.slice(1) : words;
  const row = name === undefined ? undefined : Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name !== undefined && row === undefined) throw unknownCommand(name, commands);

  const table: FlagTable = { ...row?.flags, ...globalFlags };
  const typed = new Map<string, string[]>();
  for (const token of typedOptions) {
    const flag = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (flag === undefined) throw unknownFlag(token.rawName, name, table);
    if (flag.value === undefined && token.value !== undefined) {
      throw usage(`${token.rawName} takes no value.`, name);
    }
    // A value that looks like a flag usually means that the value is missing; with `=` it is intended.
    const forgotten = token.value === undefined || (!token.inlineValue && /^-./.test(token.value));
    if (flag.value !== undefined && (forgotten || token.value === '')) {
      throw usage(`${token.rawName} needs a value: ${token.rawName}=${flag.value}.`, name);
    }
    const meant = flag.aliasOf ?? token.name;
    typed.set(meant, [...(typed.get(meant) ?? []), token.value ?? '']);
  }
  if (asksHelp) typed.set('help', ['']);
  const flags = new TypedFlags(Object.keys(table), typed);
  if (row && !flags.has('help')) checkOperands(operands, row, name);
  return { ...(name === undefined ? {} : { name }), flags, operands };
}

function parserOptions(table: FlagTable): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      { type: row.value === undefined ? 'boolean' : 'string', ...(row.short ? { short: row.short } : {}) },
    ]),
  );
}

function checkOperands(operands: readonly string[], row: CommandRow, name: string | undefined): void {
  const missing = row.operands.find((operand, position) => operand.required && operands[position] === undefined);
  if (missing) throw usage(`${missing.name} is missing.`, name, row.examples[0]);
  const extra = operands[row.operands.length];
  if (extra !== undefined && row.operands.at(-1)?.many !== true) throw usage(`Unexpected argument: ${extra}`, name);
}

function unknownCommand(typed: string, commands: CommandTable): CodedError {
  const nearest =
    Object.keys(commands).find((name) => commands[name]?.alsoCalled?.includes(typed.toLowerCase())) ??
    nearestWord(typed, Object.keys(commands));
  return usage(nearest ? `Unknown command ${typed}; did you mean ${nearest}?` : `Unknown command ${typed}.`, undefined);
}

function unknownFlag(typed: string, command: string | undefined, table: FlagTable): CodedError {
  const nearest = nearestWord(typed.replace(/^-+/, ''), Object.keys(table));
  const sentence = command ? `codecompass ${command} has no flag ${typed}` : `Unknown flag ${typed}`;
  return usage(nearest && typed.startsWith('--') ? `${sentence}; did you mean --${nearest}?` : `${sentence}.`, command);
}

function usage(message: string, command: string | undefined, example?: Example): CodedError {
  const help = `codecompass ${command ? `${command} ` : ''}--help`;
  return new CodedError('invalid_input', message, {
    remediation: example === undefined ? `See ${help}.` : `For example: \`${example.line}\`; see ${help}.`,
  });
}
