/** A member may be named with a type that only inherits it; the answer is about the member where it is declared. */
import { expect, test } from 'vitest';
import { findAnchors } from '../../src/query/names/find-anchor.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'testing.go':
    'package testing\n\ntype common struct{}\n\nfunc (c *common) Errorf(format string) {}\n\ntype T struct {\n\tcommon\n}\n',
  'models.py':
    'class Base:\n    def save(self): ...\n\nclass Child(Base):\n    pass\n\nclass Other:\n    def save(self): ...\n',
  'shapes.ts':
    'export class Shape {\n  area() {}\n}\nexport class Square extends Shape {}\nexport class Land {\n  arrae() {}\n}\n',
});

test.each([
  ['T.Errorf', 'testing.go:5'],
  ['(*T).Errorf', 'testing.go:5'],
  ['Child.save', 'models.py:2'],
  ['models.Child#save', 'models.py:2'],
  ['Square.prototype.area', 'shapes.ts:2'],
])('%s is %s', (written, place) =>
  ask(async (view) => {
    const [{ path, lineStart }] = await findAnchors(view, written, undefined);
    expect(`${path}:${lineStart}`).toBe(place);
  }),
);

test.each(['T.Fatal', 'Nobody.save', 'save.Child'])('%s is not found', (written) =>
  ask(async (view) => {
    await expect(findAnchors(view, written, undefined)).rejects.toMatchObject({ code: 'symbol_not_found' });
  }),
);

test('names of the meant type are suggested first', () =>
  ask(async (view) => {
    await expect(findAnchors(view, 'Square.arae', undefined)).rejects.toMatchObject({
      data: { suggestions: ['area', expect.any(String)] },
    });
    await expect(findAnchors(view, 'Land.arae', undefined)).rejects.toMatchObject({
      data: { suggestions: [expect.any(String), 'area'] },
    });
  }));
