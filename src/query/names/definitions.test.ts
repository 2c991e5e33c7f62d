import { expect, test } from 'vitest';
import type { SymbolRecord } from '../../store/store.ts';
import { definitionsAmong } from './definitions.ts';

/** `method net::Db::Get in db.h` */
function symbol(text: string): SymbolRecord {
  const [, kind, scope = '', name, path] = /^(\w+) (?:(.*)::)?(\w+) in (.+)$/.exec(text) ?? [];
  return { kind, scope, name, path, module: '', language: 'cpp' } as SymbolRecord;
}

function check(found: readonly string[], expected: readonly string[]): void {
  const symbols = found.map(symbol);
  expect(definitionsAmong(symbols).map((kept) => found[symbols.indexOf(kept)])).toEqual(expected);
}

test('drops declarations in headers that a source file defines', () => {
  check(['method Db::Get in db.h', 'method Db::Get in db.cc'], ['method Db::Get in db.cc']);
  check(['fn boot in a.h', 'fn boot in b.hpp', 'fn boot in boot.c'], ['fn boot in boot.c']);
});

test('keeps declarations without a definition, and other symbols', () => {
  check(['fn boot in a.h', 'fn boot in b.h'], ['fn boot in a.h', 'fn boot in b.h']);
  check(
    ['method Db::Get in db.h', 'method Log::Get in log.cc'],
    ['method Db::Get in db.h', 'method Log::Get in log.cc'],
  );
  check(['struct Db in db.h', 'struct Db in db.cc'], ['struct Db in db.h', 'struct Db in db.cc']);
});
