/** C: read by the grammar of C++, which knows all of it that matters; `static` keeps a name in its file. */
import { declaredBy } from '../cpp/declarator.ts';
import { cConventions, visibility } from '../cpp/language.ts';
import type { Language } from '../language.ts';
import { maskC } from './mask-c.ts';

export const c: Language = {
  ...cConventions,
  name: 'c',
  grammar: 'cpp',
  // A header that holds C++ is claimed by that row.
  extensions: ['.c', '.h'],
  queries: ['cpp/symbols.scm', 'cpp/imports.scm'],
  mask: maskC,
  declaredBy,
  visibility,
};
