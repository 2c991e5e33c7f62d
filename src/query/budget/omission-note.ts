/** The warning about what an answer leaves out to stay within its token budget, and how to get it. */
import type { ParameterTable } from '../parameters/parameters.ts';
import type { Cuts } from './cuts.ts';

/** Agents call a tool with parameters; the command line has flags for them. */
export interface Audience {
  readonly parameters: ParameterTable;
  readonly flags: boolean;
}

export interface Omission {
  readonly maxTokens: number;
  readonly left: readonly { readonly what: string; readonly of: number; readonly shown: number }[];
  /** Texts that were shortened. */
  readonly texts: number;
  /** Fields that were left out. */
  readonly fields: readonly string[];
  readonly cuts: Cuts;
  readonly audience: Audience;
  readonly length: NoteLength;
}

/** `short`: without advice. `too small`: the answer is over the budget although nothing more can be left out. */
export type NoteLength = 'full' | 'short' | 'too small';

export function omissionNote({ maxTokens, left, texts, fields, cuts, audience, length }: Omission): string {
  const parts = [
    ...left.flatMap(({ what, of, shown }) => (shown < of ? [`${of - shown} of ${of} ${what}`] : [])),
    ...(texts > 0 ? [`the rest of ${texts} long ${texts === 1 ? 'text' : 'texts'}`] : []),
    ...fields,
  ];
  const name = audience.flags ? '--max-tokens' : 'max_tokens';
  const omitted = parts.length === 0 ? '' : `Left out for ${name} ${maxTokens}: ${parts.join(', ')}. `;
  if (length === 'too small') return `${omitted}${name} is too small for this answer, which is larger.`;
  if (length === 'short') return `${omitted}Increase ${name}.`;
  const narrower = cuts.narrowedBy.flatMap((parameter) => {
    const row = audience.parameters[parameter];
    if (row === undefined || (audience.flags && row.flag === false)) return [];
    return [audience.flags ? `--${row.flag ?? parameter.replaceAll('_', '-')}` : parameter];
  });
  const narrow = narrower.length === 0 ? '' : ` or narrow the question with ${narrower.join(', ')}`;
  const advice = cuts.advice === undefined || audience.flags ? '' : ` ${cuts.advice}`;
  return `${omitted}Increase ${name}${narrow}.${advice}`;
}
