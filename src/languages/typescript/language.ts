/** TypeScript: JavaScript with types and access modifiers. TSX has its own grammar. */
import { exportVisibility, scriptConventions, scriptWords } from '../javascript/language.ts';
import type { Language } from '../language.ts';
import { typescriptCalls } from './calls.ts';
import { maskTypescript } from './mask-typescript.ts';

const queries = [
  'javascript/symbols.scm',
  'javascript/values.scm',
  'typescript/symbols.scm',
  'javascript/imports.scm',
  'typescript/imports.scm',
  'javascript/references.scm',
];

export const typescript: Language = {
  ...scriptConventions,
  name: 'typescript',
  aliases: ['ts', 'tsx'],
  grammar: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  interpreters: ['deno', 'tsx', 'ts-node'],
  queries: [...queries, 'typescript/references.scm'],
  builtinTypes: new Set(
    'Array Awaited Exclude Extract NonNullable Omit Parameters Partial Pick Promise Readonly ReadonlyArray Record Required ReturnType'.split(
      ' ',
    ),
  ),
  definitionWords: [...scriptWords, 'interface', 'type', 'enum', 'namespace', 'module'],
  builtinCalls: new Set(['await', 'require', 'super']),
  mask: maskTypescript,
  typesFollow: 'colon',
  visibility: exportVisibility,
  calls: typescriptCalls,
};

export const tsx: Language = {
  ...typescript,
  name: 'tsx',
  dialectOf: typescript.name,
  grammar: 'tsx',
  extensions: ['.tsx'],
  interpreters: [],
  queries: [...queries, 'javascript/jsx.scm', 'typescript/references.scm'],
};
