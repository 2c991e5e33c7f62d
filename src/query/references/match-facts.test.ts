import { expect, test } from 'vitest';
import { randomFrom } from '../../../test/support/random.ts';
import type { ReferenceFact } from '../../model.ts';
import { matchFacts } from './match-facts.ts';
import type { CodeSite } from './site-context.ts';

const plainContext = {
  isDotted: false,
  isAssigned: false,
  key: undefined,
  isDecorator: false,
  isExport: false,
  isMacroCall: false,
  declaresLocal: false,
};

/** Compares each fact with each site of its line. */
function naiveMatch(facts: readonly ReferenceFact[], sites: readonly CodeSite[]): Map<number, ReferenceFact> {
  const matched = new Map<number, ReferenceFact>();
  for (const fact of facts) {
    const free = sites.filter(({ line, offset }) => line === fact.line && !matched.has(offset));
    const likeness = ({ context }: CodeSite) =>
      (context.receiver === fact.receiver ? 2 : 0) + (context.isCalled === (fact.kind === 'call') ? 1 : 0);
    const most = Math.max(...free.map(likeness));
    const best = free.find((site) => likeness(site) === most);
    if (best !== undefined) matched.set(best.offset, fact);
  }
  return matched;
}

test('a fact has the first of the sites on its line that are most like it', () => {
  const random = randomFrom(3);
  const receivers = [undefined, 'a', 'b'];
  for (let run = 0; run < 500; run++) {
    const sites = Array.from({ length: random.below(12) }, (_, offset): CodeSite => {
      const context = { ...plainContext, receiver: random.pick(receivers), isCalled: random.below(2) === 0 };
      return { offset, line: 1 + Math.floor(offset / 5), context };
    });
    const facts = Array.from({ length: random.below(12) }, (): ReferenceFact => {
      const receiver = random.pick(receivers);
      const kind = random.pick(['call', 'value'] as const);
      return {
        name: 'f',
        kind,
        line: 1 + random.below(3),
        within: -1,
        ...(receiver === undefined ? {} : { receiver }),
      };
    });
    expect([...matchFacts(facts, sites)]).toEqual([...naiveMatch(facts, sites)]);
  }
});
