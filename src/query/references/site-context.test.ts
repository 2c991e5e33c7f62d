import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../languages/entity.ts';
import { languageNamed } from '../../languages/languages.ts';
import { cLexis } from '../../languages/lexis.ts';
import { asWritten } from '../resolve/names/names-text.ts';
import { FileIndex } from './file-index.ts';
import { contextOf, type SiteContext } from './site-context.ts';

const emptySource = { symbols: [], imports: [] } as unknown as SourceFile;

/** The name is the last `NAME` in the text. */
function check(language: string, text: string, expected: Partial<SiteContext>): void {
  test(`${language}: ${text.replaceAll('\n', '⏎')}`, () => {
    const lexis = languageNamed(language)?.lexis ?? cLexis;
    const index = new FileIndex(asWritten(text), emptySource, lexis);
    expect(contextOf(index, text.lastIndexOf('NAME'), 4, lexis)).toMatchObject(expected);
  });
}

describe('the receiver', () => {
  check('go', 'x := a.b(c, d)[0].NAME', { receiver: 'a.b(c, d)[0]' });
  check('go', 'x := NAME', { receiver: undefined });
  check('go', 'f(a...)\nNAME', { receiver: undefined });
  check('rust', 'crate::net::NAME', { receiver: 'crate::net' });
  check('rust', 'self\n    .inner()\n    .NAME', { receiver: 'self.inner()' });
  check('rust', 'Vec::<u8>::NAME', { receiver: 'Vec::<u8>' });
  check('typescript', 'a?.b!.NAME', { receiver: 'a?.b' });
  check('typescript', '(x as Foo).NAME', { receiver: '(x as Foo)' });
  check('typescript', '{ ...NAME }', { receiver: undefined });
  check('python', 'return self.NAME', { receiver: 'self' });
  check('python', 'a if b else c().NAME', { receiver: 'c()' });
  check('python', '"x".NAME', { receiver: '""' });
  check('cpp', 'this->NAME', { receiver: 'this' });
  check('python', '# The end.\nself.NAME', { receiver: 'self' });
  check('typescript', 'a // The end.\n  .NAME', { receiver: 'a' });
});

describe('an assignment', () => {
  check('go', 'a.NAME = 1', { isAssigned: true });
  check('go', 'a.NAME == 1', { isAssigned: false });
  check('go', 'a.NAME, a.y = 1, 2', { isAssigned: true });
  check('go', 'a.NAME[k] = 1', { isAssigned: true });
  check('go', 'a.NAME++', { isAssigned: true });
  check('typescript', 'a.NAME ??= 1', { isAssigned: true });
  check('typescript', 'NAME => 1', { isAssigned: false, declaresLocal: true });
  check('rust', 'self.NAME += 1', { isAssigned: true });
  check('rust', 'Foo::NAME => 1', { isAssigned: false });
  check('python', 'f(self.NAME, x=1)', { isAssigned: false });
});

describe('a member of a value that is built', () => {
  check('go', 'x := &pkg.Store{NAME: 1}', { key: 'named', builder: 'pkg.Store' });
  check('go', 'Store{\n\ta: f(1),\n\tNAME: 1,\n}', { key: 'named', builder: 'Store' });
  check('rust', 'Self { a, NAME }', { key: 'short', builder: 'Self' });
  check('rust', 'fn f(NAME: u8) {', { key: undefined });
  check('python', 'Store(1, NAME=2)', { key: 'named', builder: 'Store' });
  check('typescript', 'f({ NAME: 1 })', { key: 'named' });
});

describe('other contexts', () => {
  check('go', 'NAME := 1', { declaresLocal: true });
  check('go', 'var a, NAME int', { declaresLocal: true });
  check('rust', 'let (a, NAME) = b', { declaresLocal: true });
  check('rust', 'v.iter().map(|NAME| 1)', { declaresLocal: true });
  check('python', 'for a, NAME in b:', { declaresLocal: true });
  check('python', '    NAME = 1', { declaresLocal: true });
  check('python', '@NAME', { isDecorator: true });
  check('rust', '#[derive(A, NAME)]', { isDecorator: true });
  check('typescript', 'export {\n  a,\n  NAME,\n}', { isExport: true });
  check('typescript', 'module.exports = { NAME }', { isExport: true });
  check('typescript', 'foo(NAME(1))', { isCalled: true });
  check('rust', 'NAME!(1)', { isCalled: true });
});
