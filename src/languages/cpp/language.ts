/** C++: the file declares namespaces, classes have access sections, and `static` limits a name to its file. */
import type { Language, VisibilityClues } from '../language.ts';
import { character, cLexis, doubleQuoted } from '../lexis.ts';
import { respellC } from '../respellings.ts';
import { declaredBy } from './declarator.ts';
import { maskMacros } from './mask-macros.ts';

/** Fields shared with C. */
export const cConventions = {
  family: 'c',
  respell: respellC,
  definitionWords: ['struct', 'class', 'enum', 'union', 'namespace', 'concept', 'using', 'define'],
  separator: '::',
  anonymousScopes: new Set([
    'compound_statement',
    'lambda_expression',
    'field_declaration_list',
    'namespace_definition',
  ]),
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
  lexis: {
    ...cLexis,
    strings: [{ open: String.raw`R"([^\s()\\]{0,16})\(`, close: ')$1"', spansLines: true }, doubleQuoted, character],
  },
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
