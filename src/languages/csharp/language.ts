/** C#: the file declares its namespaces; without a modifier a type is internal and a member private. */
import type { Visibility } from '../../model.ts';
import type { Language } from '../language.ts';
import { character, cLexis, doubleQuoted } from '../lexis.ts';
import { blank, brokenConditionals } from '../mask.ts';
import { respellCSharp } from '../respellings.ts';

export const csharp: Language = {
  name: 'csharp',
  aliases: ['c#', 'cs'],
  grammar: 'c-sharp',
  extensions: ['.cs'],
  queries: ['csharp/symbols.scm', 'csharp/imports.scm'],
  definitionWords: ['class', 'struct', 'interface', 'enum', 'record', 'delegate', 'event', 'namespace'],
  lexis: {
    ...cLexis,
    strings: [
      { open: '[$]?"""', close: '"""', spansLines: true },
      { open: '(?:[$]@|@[$])"', close: '"', spansLines: true, code: ['{', '}'] },
      { open: '@"', close: '"', spansLines: true },
      { open: '[$]"', close: '"', escapes: true, code: ['{', '}'] },
      doubleQuoted,
      character,
    ],
    decoratorBefore: /^\s*\[[^\]]*$/,
  },
  anonymousScopes: new Set(['block', 'lambda_expression', 'anonymous_method_expression']),
  importSeparator: '.',
  importsWholeNamespaces: true,
  isNamespaced: true,
  // Designers and generators also produce Visual Basic under these names.
  generatedFiles: /\.(designer|generated|g|g\.i)\.(cs|vb)$/i,
  scopes: { manifest: /\.csproj$/ },
  mask: (text) => blank(text, brokenConditionals(text)),
  respell: respellCSharp,
  visibility: ({ kind, signature, parent, parentKind, local }) => {
    const words =
      /^(?:(?!public|private|protected|internal|file)[a-z]+\s+)*((?:(?:public|private|protected|internal|file)\s+)+)/.exec(
        signature,
      )?.[1];
    if (words !== undefined) return { visibility: widest(words), modifier: words.trim().replace(/\s+/g, ' ') };
    if (local) return { visibility: 'private' };
    // The parameters of a record are its properties.
    const isOfRecord = /\brecord\s/.test(parent?.signature ?? '') && parent?.signature.includes(signature);
    if (kind === 'field' && isOfRecord) return { visibility: 'public' };
    if (kind === 'module' || parentKind === 'interface' || parentKind === 'enum') return { visibility: 'public' };
    return { visibility: parentKind === undefined || parentKind === 'module' ? 'internal' : 'private' };
  },
};

/** `protected internal` is visible to either, `private protected` only to subclasses in this assembly. */
function widest(words: string): Visibility {
  if (words.includes('public')) return 'public';
  if (words.includes('protected')) return 'protected';
  return words.includes('internal') ? 'internal' : 'private';
}
