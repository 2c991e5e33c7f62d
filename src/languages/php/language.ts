/** PHP: a file may declare its namespace; a member is public unless a modifier says otherwise. */
import type { Node } from 'web-tree-sitter';
import type { ImportParts, Language } from '../language.ts';
import { doubleQuoted, singleQuoted } from '../lexis.ts';

export const php: Language = {
  name: 'php',
  grammar: 'php',
  extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.phps'],
  interpreters: ['php'],
  queries: ['php/symbols.scm', 'php/imports.scm'],
  definitionWords: ['function', 'class', 'interface', 'trait', 'enum', 'const'],
  lexis: {
    lineComments: ['//', '#(?!\\[)'],
    blockComments: [['/*', '*/']],
    strings: [
      { open: '<<<\\s*(["\']?)(\\w+)\\1', close: '$2', endsAtLine: true, expandsNames: true },
      { ...doubleQuoted, spansLines: true, expandsNames: true },
      { ...singleQuoted, spansLines: true },
    ],
    decoratorBefore: /$(?<=#\[[^\]]*)/,
  },
  anonymousScopes: new Set(['anonymous_function', 'arrow_function', 'anonymous_class']),
  separator: '::',
  importSeparator: '\\',
  isNamespaced: true,
  scopes: { manifest: /^composer\.json$/ },
  visibility: ({ signature }) => {
    const word = /^(?:(?:final|abstract|static|readonly)\s+)*(public|private|protected)\b/i.exec(signature)?.[1];
    if (word === undefined) return { visibility: 'public' };
    return { visibility: word.toLowerCase() as 'public' | 'private' | 'protected', modifier: word };
  },
  importsIn: useClauses,
};

/** `use A\B, C as D;` and `use A\{B, function c as d};` */
function useClauses(statement: Node): ImportParts[] {
  const prefix = statement.namedChildren.find((child) => child?.type === 'namespace_name')?.text;
  return statement.descendantsOfType('namespace_use_clause').flatMap((clause) => {
    const alias = clause?.childForFieldName('alias')?.text;
    const name = clause?.namedChildren.find(
      (child) => child?.type === 'qualified_name' || child?.type === 'name',
    )?.text;
    if (name === undefined) return [];
    const path = (prefix === undefined ? name : `${prefix}\\${name}`).replace(/^\\/, '');
    const end = path.lastIndexOf('\\');
    const [source, last] = end === -1 ? [] : [path.slice(0, end), path.slice(end + 1)];
    const taken = source && last ? { source, name: last } : { source: name.replace(/^\\/, '') };
    return [{ ...taken, ...(alias === undefined ? {} : { alias }) }];
  });
}
