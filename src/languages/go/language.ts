/** Go: a package is a folder, exported is what starts with a capital letter. */
import type { Language } from '../language.ts';
import { inClauseOfFolder } from '../scope-rules.ts';
import { goCalls } from './calls.ts';
import { goImports } from './imports.ts';
import { isSamePackage, membersInPackage } from './packages.ts';
import { basicTypes } from './signatures.ts';

/** Those that a package seldom defines itself; `min`, `max`, `new` and `print` it does. */
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
  sharesPackageNames: true,
  mask: maskNew,
  visibility: ({ name }) => ({ visibility: /^\p{Lu}/u.test(name) ? 'public' : 'internal' }),
  testFolders: new Set(['testing']),
  generatedFiles:
    /^zz_generated|^generated\.go$|_generated\.go$|^bindata\.go$|_string\.go$|_easyjson\.go$|^wire_gen\.go$/,
  imports: goImports,
  scopes: {
    // A package is a folder, and there is nothing between it and a file.
    module: inClauseOfFolder,
    package: inClauseOfFolder,
    sharesNames: isSamePackage,
    isMemberInReach: isSamePackage,
    membersElsewhere: membersInPackage,
  },
  calls: goCalls,
};

/** A value, as far as its first characters tell it from a type. */
const value =
  /["'`\d!&+-]|\((?!\*)|(?:true|false|nil)\b|(?!(?:interface|struct|func|map|chan)\b)[\w.]+(?:[({]| [-+*/]|\.\w+\.|\[[^\]\n]*(?:\]\.|[:+-]))/;
const newOfValue = new RegExp(String.raw`\bnew\((?=\s*(?:${value.source}))`, 'g');

/** The grammar takes only a type as the argument of `new`; with a value (Go 1.26) it has to look like any other call. */
function maskNew(text: string): string {
  return text.replace(newOfValue, 'NEW(');
}
