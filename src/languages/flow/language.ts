/** JavaScript with Flow types, detected by the pragma in the first comment and parsed with the TSX grammar. */
import { javascript } from '../javascript/language.ts';
import type { Language } from '../language.ts';
import { tsx } from '../typescript/language.ts';
import { maskFlow } from './mask-flow.ts';

const pragma = /^[\s\S]{0,2000}?(?:\/\/|\*)[ \t]{0,20}(?:@(?:no)?flow\b|flow-typed signature)/;

export const flow: Language = {
  ...tsx,
  name: 'flow',
  dialectOf: javascript.name,
  extensions: ['.flow'],
  sharedExtensions: { '.js': pragma, '.jsx': pragma, '.mjs': pragma, '.cjs': pragma },
  builtinTypes: new Set([...(tsx.builtinTypes ?? []), 'mixed', 'empty']),
  mask: maskFlow,
};
