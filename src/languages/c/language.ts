/** C: parsed with the C++ grammar, which covers the relevant syntax; `static` limits a name to its file. */
import { declaredBy } from '../cpp/declarator.ts';
import { cConventions, visibility } from '../cpp/language.ts';
import type { Language } from '../language.ts';
import { maskC } from './mask-c.ts';

export const c: Language = {
  ...cConventions,
  name: 'c',
  grammar: 'cpp',
  // A header with C++ code belongs to the row of C++.
  extensions: ['.c', '.h'],
  queries: ['cpp/symbols.scm', 'cpp/imports.scm'],
  mask: maskC,
  declaredBy,
  visibility,
};
