/** Go: a package is a folder; names with an initial capital are exported. */
import type { Language } from '../language.ts';
import { character, cLexis, doubleQuoted } from '../lexis.ts';
import { inClauseOfFolder } from '../scope-rules.ts';
import { goCalls } from './calls.ts';
import { goImports } from './imports.ts';
import { partlyReadModules } from './modules.ts';
import { isSamePackage, membersInPackage } from './packages.ts';
import { basicTypes } from './signatures.ts';

/** Built-in functions that packages rarely redefine, unlike `min`, `max`, `new` and `print`. */
const functions = 'append cap close complex copy delete len make panic println recover'.split(' ');

export const go: Language = {
  name: 'go',
  aliases: ['golang'],
  grammar: 'go',
  extensions: ['.go'],
  queries: ['go/symbols.scm', 'go/imports.scm', 'go/references.scm'],
  builtinTypes: new Set(basicTypes),
  builtinCalls: new Set([...basicTypes, ...functions]),
  typesFollow: 'space',
  hostFiles: /\.(?:tmpl|gotmpl|gohtml|templ|html?)$/i,
  definitionWords: ['func', 'type', 'var', 'const'],
  anonymousScopes: new Set([
    'block',
    'func_literal',
    'expression_case',
    'type_case',
    'communication_case',
    'default_case',
    'field_declaration_list',
    'interface_type',
  ]),
  sharesPackageNames: true,
  mask: maskNew,
  visibility: ({ name }) => ({ visibility: /^\p{Lu}/u.test(name) ? 'public' : 'internal' }),
  linkDirective: { word: 'linkname', pattern: /^\/\/go:linkname[ \t]+\w+[ \t]+(\S+)/gm },
  testFolders: new Set(['testing']),
  generatedFiles:
    /^zz_generated|^generated\.go$|_generated\.go$|^bindata\.go$|_string\.go$|_easyjson\.go$|^wire_gen\.go$/,
  lexis: {
    ...cLexis,
    strings: [{ open: '`', close: '`', spansLines: true }, doubleQuoted, character],
    localBefore: /\b(?:var|const)\s+(?:\w+\s*,\s*)*$/,
    localAfter: /^\s*(?:,\s*\w+\s*)*:=/,
    builtWith: '{',
    keysAreExpressions: true,
  },
  imports: goImports,
  unread: { manifests: /^go\.(?:mod|work)$/, partlyRead: partlyReadModules },
  scopes: {
    // A package is a folder; there is no level between it and a file.
    module: inClauseOfFolder,
    package: inClauseOfFolder,
    sharesNames: isSamePackage,
    isMemberInReach: isSamePackage,
    membersElsewhere: membersInPackage,
  },
  calls: goCalls,
};

/** An expression that, by its first characters, is a value rather than a type. */
const value =
  /["'`\d!&+-]|\((?!\*)|(?:true|false|nil)\b|(?!(?:interface|struct|func|map|chan)\b)[\w.]+(?:[({]| [-+*/]|\.\w+\.|\[[^\]\n]{0,200}(?:\]\.|[:+-]))/;
const newOfValue = new RegExp(String.raw`\bnew\((?=\s*(?:${value.source}))`, 'g');

/**
 * The grammar accepts only a type as the argument of `new`; with a value (Go 1.26) it is masked as an ordinary call.
 */
function maskNew(text: string): string {
  return text.replace(newOfValue, 'NEW(');
}
