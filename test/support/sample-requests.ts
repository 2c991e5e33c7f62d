/** Requests and command lines made from the table of tools, so that a new row is tested without another list of tools. */
import type { ParameterRow, Role } from '../../src/query/parameters/parameters.ts';
import type { CommandForm, ToolDescription } from '../../src/query/tools/capability.ts';

/** What a repository has for each role. The second ref is for a tool that asks two. */
export type Words = Readonly<Partial<Record<Exclude<Role, 'ref'>, string>>> & { readonly refs?: readonly string[] };

/** The example of a tool in the words of another repository. */
export function requestFor({ example, parameters }: ToolDescription, words: Words): Record<string, unknown> {
  const refs = [...(words.refs ?? [])];
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, wordFor(parameters[name], words, refs) ?? value]),
  );
}

/** The operands of a command, in its order. */
export function operandsFor(form: CommandForm, { parameters }: ToolDescription, words: Words): string[] {
  const refs = [...(words.refs ?? [])];
  return form.operands.map((name) => {
    const word = wordFor(parameters[name], words, refs);
    if (word === undefined) throw new Error(`There is no word for ${name}.`);
    return word;
  });
}

function wordFor(row: ParameterRow | undefined, words: Words, refs: string[]): string | undefined {
  if (row?.type !== 'text') return undefined;
  if (row.role === 'ref') return refs.shift();
  return words[row.role] ?? (row.role === 'path' ? words.file : undefined);
}

/** The parameters of a tool that have one of these roles. */
export function parametersOf({ parameters }: ToolDescription, roles: readonly Role[]): string[] {
  return Object.entries(parameters).flatMap(([name, row]) =>
    row.type === 'text' && roles.includes(row.role) ? [name] : [],
  );
}

/** An object with a field set to a value, once for every object inside of it. */
export function variantsWith(object: unknown, field: string, value: unknown): unknown[] {
  if (typeof object !== 'object' || object === null) return [];
  const inner = Object.entries(object).flatMap(([name, below]) =>
    variantsWith(below, field, value).map((variant) =>
      Array.isArray(object) ? object.with(Number(name), variant) : { ...object, [name]: variant },
    ),
  );
  return Array.isArray(object) ? inner : [{ ...object, [field]: value }, ...inner];
}
