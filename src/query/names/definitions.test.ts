import { expect, test } from 'vitest';
import { definitionsAmong } from './definitions.ts';
import type { SymbolCandidate } from './symbol-candidates.ts';

/** The candidate of `method net::Db::Get in db.h`, with the name of its scope. */
function candidateOf(text: string, scopeId: number): { scope: string; candidate: SymbolCandidate } {
  const [, kind, scope = '', name, path] = /^(\w+) (?:(.*)::)?(\w+) in (.+)$/.exec(text) ?? [];
  const file = { path, module: '', language: 'cpp' };
  return { scope, candidate: { kind, name, scopeId, file } as SymbolCandidate };
}

async function check(found: readonly string[], expected: readonly string[]): Promise<void> {
  const all = found.map(candidateOf);
  const view = {
    pause: async () => {},
    store: { scopeNames: async () => new Map(all.map(({ scope }, id) => [id, scope])) },
  };
  const candidates = all.map(({ candidate }) => candidate);
  const kept = await definitionsAmong({ view, candidates });
  expect(kept.map((each) => found[candidates.indexOf(each)])).toEqual(expected);
}

test('drops declarations in headers that a source file defines', async () => {
  await check(['method Db::Get in db.h', 'method Db::Get in db.cc'], ['method Db::Get in db.cc']);
  await check(['fn boot in a.h', 'fn boot in b.hpp', 'fn boot in boot.c'], ['fn boot in boot.c']);
});

test('keeps declarations without a definition, and other symbols', async () => {
  await check(['fn boot in a.h', 'fn boot in b.h'], ['fn boot in a.h', 'fn boot in b.h']);
  await check(
    ['method Db::Get in db.h', 'method Log::Get in log.cc'],
    ['method Db::Get in db.h', 'method Log::Get in log.cc'],
  );
  await check(['struct Db in db.h', 'struct Db in db.cc'], ['struct Db in db.h', 'struct Db in db.cc']);
});
