/** Answers on one ref do not depend on the other refs in the store. */
import { expect, test } from 'vitest';
import { findHits } from '../../src/query/search/find-hits.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { fileFacts, publish, symbol } from '../support/store-samples.ts';
import { temporaryFolder } from '../support/test-repository.ts';

/** More words than a search keeps: those that say least are dropped. */
const words = [...'bdfgklmnprtvz'].flatMap((first) =>
  ['akam', 'ekem', 'ikim', 'okom', 'ukum', 'agan', 'ogon', 'ugun'].map((rest) => first + rest),
);

/** Each file is about a few words. Those of other refs repeat the first words much more often. */
function filesOf(ref: number) {
  return words.map((word, at) => {
    const others = words.slice(at + 1, at + 3).join(' ');
    const lines = ref === 0 ? [others] : Array.from({ length: 120 }, () => (at < 40 ? `${word} ${others}` : 'other'));
    const hash = (1000 * ref + at).toString(16).padStart(8, '0');
    return fileFacts(
      `src/${word}.ts`,
      hash,
      { symbols: [symbol(word)] },
      `${lines.join('\n')}\n${ref === 0 ? word : ref}\n`,
    );
  });
}

const issue = `The ${words[3]} is lost\nWe see that ${words.join(' and the ')} are there.`;
const queries = [
  'bakam',
  'bakam bekem',
  'what does nakam with nekem and nikim',
  'src/bakam.ts',
  '"dakam dekem"',
  issue,
];

test('answers on a ref stay the same while 50 other refs are indexed, and after they are dropped', async () => {
  const store = await openStore(temporaryFolder(), 'p');
  try {
    await publish(store, 'first', filesOf(0));
    const before = await answers(store);
    const others = Array.from({ length: 50 }, (_, at) => `ref-${at + 1}`);
    for (const [at, ref] of others.entries()) await publish(store, ref, filesOf(at + 1));
    expect((await answers(store)) === before).toBe(true);
    await store.dropRefs(others);
    expect((await answers(store)) === before).toBe(true);
  } finally {
    await store.close();
  }
});

test('reads the chunks of a word once, though it is counted before they are used', async () => {
  const store = await openStore(temporaryFolder(), 'p');
  try {
    for (const [at, ref] of ['first', 'second'].entries()) await publish(store, ref, filesOf(at));
    const asked: string[] = [];
    await new ProjectReader('p', store).view('first', async (view) => {
      const holders: typeof view.store.holders = (index, spellings, limit) => {
        if (index === 'text') asked.push(...spellings);
        return view.store.holders(index, spellings, limit);
      };
      await findHits(replaced(view, { store: replaced(view.store, { holders }) }), issue, {}, 20);
    });
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  } finally {
    await store.close();
  }
});

/** The same object with some methods or properties of its own. */
function replaced<Original extends object>(original: Original, own: Partial<Original>): Original {
  return new Proxy(original, {
    get: (target, key) => {
      if (Object.hasOwn(own, key)) return own[key as keyof Original];
      const value = target[key as keyof Original];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function answers(store: Store): Promise<string> {
  const reader = new ProjectReader('p', store);
  const found = queries.map((query) => reader.view('first', (view) => findHits(view, query, {}, 20)));
  return JSON.stringify(await Promise.all(found));
}
