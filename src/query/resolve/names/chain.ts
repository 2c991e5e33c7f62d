/** A chain is a parsed access chain: a head and the steps that follow it. */

export type Step =
  | { readonly does: 'name'; readonly name: string }
  /** `content` is `?`: the value inside an optional. */
  | { readonly does: 'call' | 'index' | 'literal' | 'content' }
  | { readonly does: 'assert'; readonly type: string };

export interface Chain {
  /** The first name; in Rust, the leading path. */
  readonly head: string;
  /** Set if the head is a value of this type instead of a name. */
  readonly headType?: string;
  readonly isNew: boolean;
  readonly steps: readonly Step[];
  /** Index of the result, for calls with several results. */
  readonly position: number;
}

/** Maximum steps from one entity to the next (variable, return type, base); real code needs fewer. */
export const maxDepth = 14;

const stepPattern = /(?:\.|::)(#?[\p{L}_$][\p{L}\p{N}_$]*|\d+)|\.\((.*?)\)(?=[.([?]|$)|(\(\))|(\[\])|(\{\})|(\?)/uy;

/** Returns undefined if the text is empty or not in the form that `accessChain` returns. */
export function parseChain(chainText: string): Chain | undefined {
  const [whole, prefix = '', type, path = '', made] =
    /^((?:(?:await|new) )*)(?:<(.*)>(?=[.?([]|$)|(#?[\p{L}_$][\p{L}\p{N}_$]*(?:::[\p{L}_$][\p{L}\p{N}_$]*)*)(?:(?<=^new)\((.*?)\))?)/u.exec(
      chainText,
    ) ?? [];
  if (whole === undefined) return undefined;
  const end = /#(\d+)$/.exec(chainText);
  const stop = end?.index ?? chainText.length;
  const steps: Step[] = [];
  for (let at = whole.length; at < stop; ) {
    stepPattern.lastIndex = at;
    const found = stepPattern.exec(chainText);
    if (found === null) return undefined;
    at = stepPattern.lastIndex;
    const [, name, asserted, call, index, literal] = found;
    if (name !== undefined) steps.push({ does: 'name', name });
    else if (asserted !== undefined) steps.push({ does: 'assert', type: asserted });
    else steps.push({ does: call ? 'call' : index ? 'index' : literal ? 'literal' : 'content' });
  }
  const headType = made ?? type;
  return {
    head: path,
    ...(headType === undefined ? {} : { headType }),
    isNew: prefix.includes('new'),
    steps,
    position: Number(end?.[1] ?? 0),
  };
}
