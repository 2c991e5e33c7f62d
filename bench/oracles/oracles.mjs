/**
 * The table of oracles: a judge of definitions per language that nobody here wrote, and which kinds of the index may
 * stand for what it calls a kind. A kind that is not listed is not asked for.
 */
import { ctagsDefinitions, goDefinitions, pythonDefinitions } from './external-definitions.mjs';
import { typescriptDefinitions } from './typescript-definitions.mjs';

const value = ['const', 'variable', 'field', 'fn', 'method', 'class', 'static'];

const typescriptKinds = {
  function: ['fn', 'method'],
  'function value': ['fn', 'method'],
  class: ['class'],
  interface: ['interface'],
  type: ['type'],
  enum: ['enum'],
  'enum member': ['field', 'const'],
  namespace: ['module'],
  method: ['method', 'fn'],
  field: ['field', 'method'],
  'interface method': ['method'],
  'interface field': ['field', 'method'],
  'top-level value': value,
};

export const oracles = {
  python: {
    judge: "Python's ast",
    definitions: pythonDefinitions,
    kinds: { function: ['fn', 'method'], class: ['class'], value },
  },
  go: {
    judge: 'go/ast',
    definitions: goDefinitions,
    kinds: {
      function: ['fn'],
      method: ['method'],
      type: ['type', 'struct', 'interface'],
      const: ['const'],
      var: ['variable'],
      field: ['field'],
      'embedded field': ['field'],
      'interface method': ['method'],
    },
  },
  typescript: { judge: 'the TypeScript compiler', definitions: typescriptDefinitions, kinds: typescriptKinds },
  javascript: { judge: 'the TypeScript compiler', definitions: typescriptDefinitions, kinds: typescriptKinds },
  rust: {
    judge: 'universal-ctags',
    definitions: ctagsDefinitions,
    kinds: {
      module: ['module'],
      struct: ['struct'],
      interface: ['trait'],
      implementation: ['impl'],
      function: ['fn'],
      method: ['fn'],
      enum: ['enum'],
      enumerator: ['const'],
      typedef: ['type'],
      variable: ['static', 'const'],
      constant: ['const'],
      macro: ['macro'],
      field: ['field'],
    },
  },
};
