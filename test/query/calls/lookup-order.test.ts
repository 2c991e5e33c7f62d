/** Which of several members of one name a call means: the order of bases, and static or instance. */
import { expect, test } from 'vitest';
import { Budget } from '../../../src/query/resolve/calls/edge.ts';
import { callersOf } from '../../../src/query/resolve/calls/follow-calls.ts';
import { askAbout } from '../../support/query-view.ts';
import { checkEdges } from './check-edges.ts';

checkEdges(
  'looks up members in the C3 order of Python bases',
  {
    'views.py': `
class View:
    def render(self):
        pass

    def check(self):
        pass


class Listed(View):
    pass


class Cached(View):
    def render(self):
        pass

    def check(self):
        pass


class Page(Listed, Cached):
    def show(self):
        self.render()
        super().check()
`,
  },
  ['views.py:Page.show → views.py:Cached.check', 'views.py:Page.show → views.py:Cached.render'],
);

test('tells static members from those of instances', async () => {
  const source = `export class Store {
  static open() {}
  open() {}
  static make() { this.open() }
  reopen() { this.open() }
}
class Disk extends Store {
  run() { super.open() }
  static start() { super.open() }
}
export function both(store: Store) {
  store.open()
  Store.open()
}
`;
  const lines = (declared: number) =>
    askAbout({ 'store.ts': source }, async (view) => {
      const [file] = (await view.files()).files;
      const symbols = file === undefined ? [] : await view.store.symbols(file);
      const open = symbols.find(({ lineStart, name }) => lineStart === declared && name === 'open');
      if (open === undefined) throw new Error('The fixture has no such method.');
      const { edges } = await callersOf(view, [open], new Budget(100));
      return edges.filter(({ confidence }) => confidence === 'static').flatMap((edge) => edge.lines);
    });
  expect((await lines(2)).sort((a, b) => a - b)).toEqual([4, 9, 13]);
  expect((await lines(3)).sort((a, b) => a - b)).toEqual([5, 8, 12]);
});
