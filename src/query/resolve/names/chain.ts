/** A chain is an access chain taken apart: a head, and what is done with it step by step. */

export type Step =
  | { readonly does: 'name'; readonly name: string }
  /** `?`: whatever may be missing is there. */
  | { readonly does: 'call' | 'index' | 'literal' | 'content' }
  | { readonly does: 'assert'; readonly type: string };

export interface Chain {
  /** The first name, or in Rust the path that the chain starts with. */
  readonly head: string;
  /** The head is a value of this type rather than a name. */
  readonly headType?: string;
  readonly isNew: boolean;
  readonly steps: readonly Step[];
  /** Which of several results is meant. */
  readonly position: number;
}

/** Steps from one thing to the next (a variable, a return type, a base) that are followed; those that people write are fewer. */
export const maxDepth = 14;

const stepPattern = /(?:\.|::)(#?[\p{L}_$][\p{L}\p{N}_$]*|\d+)|\.\((.*?)\)(?=[.([?]|$)|(\(\))|(\[\])|(\{\})|(\?)/uy;

/** Nothing if it is empty or not in the form that `accessChain` gives. */
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
