/**
 * The table of oracles: an independent judge of definitions per language, and the index kinds equivalent to each of
 * its kinds. Kinds that are not listed are ignored.
 */
import { ctagsDefinitions, goDefinitions, pythonDefinitions } from './external-definitions.mjs';
import { typescriptDefinitions } from './typescript-definitions.mjs';

/**
 * Known differences: definitions that the index omits on purpose or that the judge misreads. `when` decides whether a
 * difference explains a missing definition, given its line of text, the imports on it and the symbols around it.
 */
const importedValue = {
  why: '`const x = require(…)` is indexed as an import',
  when: ({ kind }, { imports }) => kind === 'top-level value' && imports.length > 0,
};
const globalBlock = {
  why: '`declare global` has no name; its contents are indexed',
  when: ({ kind, name }) => kind === 'namespace' && name === 'global',
};
const blankName = { why: '`_` is not a name', when: ({ name }) => name === '_' };
const rustDifferences = [
  {
    why: "ctags reads the lifetime in `&'static str` as the keyword `static`",
    when: ({ kind, name }, { text }) =>
      kind === 'variable' && new RegExp(`'static\\s+(?:\\w+::)*${name}\\b`).test(text),
  },
  {
    why: 'values inside a function are local',
    when: ({ kind }, { around }) => kind === 'variable' && around.some((symbol) => symbol.kind === 'fn'),
  },
  {
    why: 'ctags names an impl for a slice, a tuple or a macro variable after a word in it; the index uses the whole type',
    when: ({ kind }, { starting }) =>
      kind === 'implementation' && starting.some((symbol) => symbol.kind === 'impl' && /\W/.test(symbol.name)),
  },
];

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
    differences: [blankName],
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
    differences: [],
  },
  typescript: {
    judge: 'the TypeScript compiler',
    definitions: typescriptDefinitions,
    kinds: typescriptKinds,
    differences: [importedValue, globalBlock],
  },
  javascript: {
    judge: 'the TypeScript compiler',
    definitions: typescriptDefinitions,
    kinds: typescriptKinds,
    differences: [importedValue],
  },
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
    differences: rustDifferences,
  },
};
