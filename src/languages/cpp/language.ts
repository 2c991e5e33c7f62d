/** C++: the file declares namespaces, classes have access sections, and `static` limits a name to its file. */
import type { Language, VisibilityClues } from '../language.ts';
import { declaredBy } from './declarator.ts';
import { maskMacros } from './mask-macros.ts';

/** Fields shared with C. */
export const cConventions = {
  family: 'c',
  definitionWords: ['struct', 'class', 'enum', 'union', 'namespace', 'concept', 'using', 'define'],
  separator: '::',
  // Headers declare functions that source files define.
  declarationFiles: /\.(?:h|hh|hpp|hxx|h\+\+)$/i,
} satisfies Partial<Language>;

export const cpp: Language = {
  ...cConventions,
  name: 'cpp',
  aliases: ['c++'],
  grammar: 'cpp',
  extensions: ['.cc', '.cpp', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.inl', '.ipp', '.tpp'],
  sharedExtensions: {
    // A header is C++ if a line starts with syntax that C does not have.
    '.h': /^[ \t]*(?:template\s*<|namespace(?:[ \t]+[\w:]+)?\s*\{|class[ \t]+(?:[A-Z_]+[ \t]+)?\w+(?:[ \t]+final)?\s*[:{;]|using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*[=;]|(?:public|private|protected)[ \t]*:)/m,
  },
  queries: ['cpp/symbols.scm', 'cpp/imports.scm'],
  mask: maskMacros,
  declaredBy,
  visibility,
  isNamespaced: true,
  // The qualified name of a class is unique in a program.
  scopes: { isMemberInReach: () => true },
};

export function visibility({ signature, parentKind, access }: VisibilityClues): ReturnType<Language['visibility']> {
  if (access === 'public' || access === 'private' || access === 'protected') {
    return { visibility: access, modifier: access };
  }
  if (parentKind === 'class') return { visibility: access === 'friend' ? 'public' : 'private' };
  if (parentKind === 'struct') return { visibility: 'public' };
  if (/^[^(={]*\bstatic\s/.test(signature)) return { visibility: 'private', modifier: 'static' };
  return { visibility: access === 'namespace' ? 'private' : 'public' };
}
