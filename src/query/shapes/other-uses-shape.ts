/** The uses of a symbol that a call graph does not show: how many lines contain the name, and the call that lists them. */
import { isUsedByCalls } from '../references/other-uses.ts';

export interface OtherUsesShape {
  readonly lines_with_name: number;
  readonly files_with_name: number;
  /** Places that may use the symbol without a call that the graph shows. */
  readonly places: number;
  readonly is_lower_bound?: true;
  /** The call that lists them. */
  readonly list_with: {
    readonly tool: 'find_references';
    readonly symbol_id: string;
    readonly ref: string;
    readonly workspace?: string;
    readonly kinds?: readonly string[];
  };
}

/** The sentence about the uses that are not calls, with what lists them. */
export function otherUsesText(
  { name, kind }: { readonly name: string; readonly kind: string },
  { lines_with_name: lines, files_with_name: files, is_lower_bound, list_with }: OtherUsesShape,
  audience: 'agent' | 'cli',
): string {
  const { tool, ...sent } = list_with;
  const list =
    audience === 'agent'
      ? `${tool} ${JSON.stringify(sent)} lists`
      : `\`codecompass references ${sent.symbol_id} --ref ${sent.ref}${sent.kinds === undefined ? '' : ` --kinds ${sent.kinds.join(',')}`}\` lists`;
  const what = isUsedByCalls(kind)
    ? 'No caller was found, but the function may be used otherwise'
    : `Calls do not cover the uses of a ${kind}`;
  const number = `${is_lower_bound ? 'at least ' : ''}${lines} ${lines === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  return `${what}: ${number} contain "${name}"; ${list} them.`;
}
