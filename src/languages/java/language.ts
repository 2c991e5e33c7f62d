/** Java: the file declares its package; without a modifier a member is visible in its package. */
import type { Language } from '../language.ts';
import { character, cLexis, doubleQuoted } from '../lexis.ts';
import { respellJava } from '../respellings.ts';
import { inClause } from '../scope-rules.ts';

export const java: Language = {
  name: 'java',
  grammar: 'java',
  extensions: ['.java'],
  queries: ['java/symbols.scm', 'java/imports.scm'],
  definitionWords: ['class', 'interface', 'enum', 'record'],
  anonymousScopes: new Set(['block', 'lambda_expression', 'class_body', 'switch_block']),
  respell: respellJava,
  importSeparator: '.',
  lexis: {
    ...cLexis,
    strings: [{ open: '"""', close: '"""', escapes: true, spansLines: true }, doubleQuoted, character],
    dollarInNames: true,
    decoratorBefore: /@(?:\w+\.)*$/,
  },
  // The package clause, in any source tree: main and test share it.
  scopes: { package: inClause },
  visibility: ({ kind, signature, parent, parentKind }) => {
    const word = /^(?:(?!public|private|protected)[\w-]+\s+)*(public|private|protected)\s/.exec(signature)?.[1];
    if (word !== undefined) return { visibility: word as 'public' | 'private' | 'protected', modifier: word };
    if (parentKind === 'interface' || (parentKind === 'enum' && kind === 'const')) return { visibility: 'public' };
    // The parameters of a record are public.
    const isOfRecord = /\brecord\s/.test(parent?.signature ?? '') && parent?.signature.includes(signature);
    return { visibility: kind === 'field' && isOfRecord ? 'public' : 'internal' };
  },
};
