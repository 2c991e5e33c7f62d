/** Finds symbols by names as users write them. */
import { describe, expect, test } from 'vitest';
import { findAnchors } from '../../src/query/names/find-anchor.ts';
import { findExactly, findExactlyIn, findSymbolsByName } from '../../src/query/names/find-by-name.ts';
import { byPath, wholeSymbols } from '../../src/query/names/symbol-candidates.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'user.rb': 'class User\n  def save; end\n  def save!; end\n  def valid?; end\n  def name=(name); end\nend\n',
  'order.rb': 'class Order\n  def save!; end\nend\n',
  'lib.rs': 'macro_rules! shout { () => {} }\nmod inner { pub fn save() {} }\n',
  'store.go': 'package store\n\ntype MemoryStore struct{}\n\nfunc (m *MemoryStore) Get() {}\n',
});

/** Checks the symbols found and their level; at the exact level, findExactly must agree. */
function check(written: string, found: readonly string[], level = 'exact'): void {
  test(`${written} finds ${found.join(', ') || 'nothing'} (${level})`, () =>
    ask(async (view) => {
      const shown = ({ scope, name }: { scope: string; name: string }) => [scope, name].filter(Boolean).join(' ');
      const named = await findSymbolsByName(view, written, { limit: 10, keep: () => true });
      expect(named.ranked.map(({ symbol }) => shown(symbol)).sort()).toEqual([...found].sort());
      expect(named.level ?? 'none').toBe(level);
      const exact = await wholeSymbols(view, await byPath(view, await findExactly(view, written)));
      expect(exact.map(shown).sort()).toEqual(level === 'exact' ? [...found].sort() : []);
      for (const path of new Set(exact.map((symbol) => symbol.path))) {
        const here = exact.filter((symbol) => symbol.path === path);
        expect((await findExactlyIn(view, written, path)).map(({ id }) => id)).toEqual(here.map(({ id }) => id));
        expect((await findAnchors(view, written, path)).map(({ id }) => id)).toEqual(here.map(({ id }) => id));
      }
    }));
}

describe('the suffix of a Ruby method is part of the name', () => {
  check('save!', ['User save!', 'Order save!']);
  check('User#save!', ['User save!']);
  check('User.save!', ['User save!']);
  check('User::save!', ['User save!']);
  check('User#save!()', ['User save!']);
  check(' save!(validate: false) ', ['User save!', 'Order save!']);
  check('User#save', ['User save']);
  check('valid?', ['User valid?']);
  check('User#valid?', ['User valid?']);
  check('User#valid?()', ['User valid?']);
  check('User#name=', ['User name=']);
});

describe('the exclamation mark of a macro call is not part of the name', () => {
  check('shout!', ['shout']);
  check('lib::shout!', ['shout']);
  check('shout!("hey")', ['shout']);
  check('inner::save!', ['inner save']);
});

describe('the other levels parse the name the same way', () => {
  check('User#SAVE!', ['User save!'], 'otherCase');
  check('Save!', ['User save!', 'Order save!'], 'otherCase');
  check('SHOUT!', ['shout'], 'otherCase');
  check('User#Valid?', ['User valid?'], 'otherCase');
  check('memorystore.get', ['MemoryStore Get'], 'otherCase');
  check('MemoryStore.Ge', ['MemoryStore Get'], 'prefix');
  check('User#val', ['User valid?'], 'prefix');
  check('shuot!', ['shout'], 'near');
  check('nothingAtAllLikeThis', [], 'none');
});
