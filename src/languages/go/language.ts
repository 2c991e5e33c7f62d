/** Go: a package is a folder, exported is what starts with a capital letter. */
import type { Language } from '../language.ts';

const types = (
  'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 ' +
  'rune string uint uint8 uint16 uint32 uint64 uintptr'
).split(' ');
/** Those that a package seldom defines itself; `min`, `max`, `new` and `print` it does. */
const functions = 'append cap close complex copy delete len make panic println recover'.split(' ');

export const go: Language = {
  name: 'go',
  grammar: 'go',
  extensions: ['.go'],
  queries: ['go/symbols.scm', 'go/imports.scm', 'go/references.scm'],
  builtinTypes: new Set(types),
  builtinCalls: new Set([...types, ...functions]),
  functionInClass: 'method',
  typesFollow: 'space',
  mask: maskNew,
  moduleOf: () => '',
  visibility: ({ name }) => ({ visibility: /^\p{Lu}/u.test(name) ? 'public' : 'internal' }),
};

/** A value, as far as its first characters tell it from a type. */
const value =
  /["'`\d!&+-]|\((?!\*)|(?:true|false|nil)\b|(?!(?:interface|struct|func|map|chan)\b)[\w.]+(?:[({]| [-+*/]|\.\w+\.|\[[^\]\n]*(?:\]\.|[:+-]))/;
const newOfValue = new RegExp(String.raw`\bnew\((?=\s*(?:${value.source}))`, 'g');

/** The grammar takes only a type as the argument of `new`; with a value (Go 1.26) it has to look like any other call. */
function maskNew(text: string): string {
  return text.replace(newOfValue, 'NEW(');
}
