/** JavaScript, with JSX: symbols exported by `export` or `module.exports` are public. */
import type { Language, VisibilityClues } from '../language.ts';
import { scriptLexis } from '../lexis.ts';
import { respellJavaScript } from '../respellings.ts';
import { javascriptCalls } from './calls.ts';
import { importedNames } from './imported-names.ts';
import { javascriptImports } from './imports.ts';
import { maskJavascript } from './mask-javascript.ts';
import { javascriptUnread } from './unread.ts';

/** Words before a name, shared with TypeScript. */
export const scriptWords: readonly string[] = [
  'function',
  'class',
  'const',
  'let',
  'var',
  'get',
  'set',
  'static',
  'async',
];

/** Fields shared with TypeScript. */
export const scriptConventions = {
  family: 'javascript',
  respell: respellJavaScript,
  anonymousScopes: new Set([
    'statement_block',
    'arrow_function',
    'function_expression',
    'generator_function',
    'class',
    'class_body',
    'switch_body',
    'object',
    'object_type',
  ]),
  hostFiles: /\.(?:vue|svelte|astro|mdx|html?|ejs|hbs|handlebars|marko)$/i,
  testFiles: /[.-](test|tests|spec|e2e|cy|test-d)\.[cm]?[jt]sx?$|^test\.[cm]?[jt]sx?$/,
  lexis: scriptLexis,
  imports: javascriptImports,
  unread: javascriptUnread,
  importedNames,
  scopes: { manifest: /^package\.json$/ },
} satisfies Partial<Language>;

export const javascript: Language = {
  ...scriptConventions,
  name: 'javascript',
  aliases: ['js', 'jsx'],
  grammar: 'javascript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  interpreters: ['node', 'nodejs', 'bun'],
  queries: [
    'javascript/symbols.scm',
    'javascript/values.scm',
    'javascript/classes.scm',
    'javascript/imports.scm',
    'javascript/references.scm',
    'javascript/jsx.scm',
  ],
  definitionWords: scriptWords,
  // If a file is not recognized as a module, `await (x)` looks like a call.
  builtinCalls: new Set(['await', 'require', 'super']),
  mask: maskJavascript,
  typesFollow: 'colon',
  visibility: exportVisibility,
  calls: javascriptCalls,
};

const memberModifier = /^(?:(?:declare|static|abstract|override|readonly|async)\s+)*(private|protected|public)\s/;

/** Exports are public, and so are members without another modifier. */
export function exportVisibility(symbol: VisibilityClues): ReturnType<Language['visibility']> {
  const { name, signature, parent, exported } = symbol;
  if (name.startsWith('#')) return { visibility: 'private' };
  const word = /^(?:export default|export|declare)\b/.exec(signature)?.[0] ?? exported;
  if (word !== undefined) return { visibility: 'public', modifier: word };
  // An ambient module exports its declarations.
  if (parent?.kind === 'module' && (parent.modifier === 'declare' || /\bdeclare\b/.test(parent.signature))) {
    return { visibility: 'public', modifier: 'declare' };
  }
  if (!isMember(symbol)) return { visibility: 'private' };
  const modifier = memberModifier.exec(signature)?.[1];
  if (modifier === 'private' || modifier === 'protected') return { visibility: modifier, modifier };
  return { visibility: 'public', ...(modifier === undefined ? {} : { modifier }) };
}

/** A member of a class, or of an object or function that contains it or that it is assigned to. */
function isMember({ parentKind, signature, local }: VisibilityClues): boolean {
  if (parentKind === undefined || parentKind === 'module') return false;
  if (parentKind === 'fn' || parentKind === 'method') return !local;
  return !(
    (parentKind === 'const' || parentKind === 'variable') &&
    /^(?:async\s+)?(?:function|class)\b/.test(signature)
  );
}
