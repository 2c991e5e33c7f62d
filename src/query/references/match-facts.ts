/** Matches the stored references of a name, which have lines but no columns, with its occurrences on these lines. */
import type { ReferenceFact } from '../../model.ts';
import type { CodeSite } from './site-context.ts';

/** The facts by the offsets of the sites. Of the sites on its line, a fact has the first that is most like it. */
export function matchFacts(
  facts: readonly ReferenceFact[],
  sites: readonly CodeSite[],
): ReadonlyMap<number, ReferenceFact> {
  const matched = new Map<number, ReferenceFact>();
  const alike = new AlikeSites(sites, (offset) => matched.has(offset));
  for (const fact of facts) {
    const offset = alike.firstFor(fact);
    if (offset !== undefined) matched.set(offset, fact);
  }
  return matched;
}

/** The sites of each line by their forms: a line may have thousands, and as many facts. */
class AlikeSites {
  readonly #isTaken: (offset: number) => boolean;
  /** Offsets, the last one first, so that those that are taken can be removed at the end. */
  readonly #queues = new Map<string, number[]>();

  constructor(sites: readonly CodeSite[], isTaken: (offset: number) => boolean) {
    this.#isTaken = isTaken;
    for (const { offset, line, context } of sites.toReversed()) {
      const form = callForm(context.isCalled);
      for (const key of [`${line}`, `${line} ${form}`, `${line} ${form} ${plain(context.receiver)}`]) {
        const queue = this.#queues.get(key);
        if (queue === undefined) this.#queues.set(key, [offset]);
        else queue.push(offset);
      }
    }
  }

  /** An equal receiver counts more than an equal form. */
  firstFor({ line, kind, receiver }: ReferenceFact): number | undefined {
    const isCall = kind === 'call';
    const written = plain(receiver?.replace(/!$/, ''));
    return (
      this.#first(`${line} ${callForm(isCall)} ${written}`) ??
      this.#first(`${line} ${callForm(!isCall)} ${written}`) ??
      this.#first(`${line} ${callForm(isCall)}`) ??
      this.#first(`${line}`)
    );
  }

  #first(key: string): number | undefined {
    const queue = this.#queues.get(key) ?? [];
    for (;;) {
      const offset = queue.at(-1);
      if (offset === undefined || !this.#isTaken(offset)) return offset;
      queue.pop();
    }
  }
}

function callForm(isCalled: boolean): string {
  return isCalled ? 'called' : 'named';
}

function plain(receiver: string | undefined): string {
  return receiver?.replace(/\s+/g, '') ?? '';
}
