/** Go: a package is a folder, exported is what starts with a capital letter. */
import type { Language } from '../language.ts';

export const go: Language = {
  name: 'go',
  grammar: 'go',
  extensions: ['.go'],
  queries: ['go/symbols.scm', 'go/imports.scm', 'go/references.scm'],
  builtinTypes: new Set(
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr'.split(
      ' ',
    ),
  ),
  separator: '.',
  functionInClass: 'method',
  moduleOf: () => '',
  visibility: ({ name }) => ({ visibility: /^\p{Lu}/u.test(name) ? 'public' : 'internal' }),
};
