/** References in a language without resolved calls: every place is found, none is claimed to be proven. */
import { expect, test } from 'vitest';
import { everyKind, referencesIn } from './check-references.ts';

const references = referencesIn({
  'src/Store.java': `package shop;

/** A Store with a limit. */
public class Store {
  static final int LIMIT = 10;
  int size;

  Store grow() {
    size = size + 1;
    return this;
  }
}
`,
  'src/Main.java': `package shop;

class Main extends Store {
  void run(Store store) {
    store.grow().size = Store.LIMIT;
    System.out.println("grow");
  }
}
`,
});

test('uses are listed by name, with a warning', async () => {
  const { shown, answer } = await references('grow', { kinds: everyKind });
  expect(shown).toEqual(['src/Main.java:5 call?', 'src/Main.java:6 mention?']);
  expect(answer.completeness).toMatchObject({ static: 0, heuristic: 1, mentions: 1, definitions: 1 });
  expect(answer.metadata).toEqual({
    result_completeness: 'partial',
    warnings: ['Names in java are not resolved, so uses of other symbols named "grow" may be included.'],
  });
});

test('types, constants and fields are told by the text around them', async () => {
  expect((await references('Store')).shown).toEqual([
    'src/Store.java:8 type?',
    'src/Main.java:3 type?',
    'src/Main.java:4 type?',
    'src/Main.java:5 type?',
  ]);
  expect((await references('LIMIT')).shown).toEqual(['src/Main.java:5 read?']);
  expect((await references('size')).shown).toEqual([
    'src/Store.java:9 write?',
    'src/Store.java:9 read?',
    'src/Main.java:5 write?',
  ]);
});
