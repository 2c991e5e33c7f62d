/**
 * The table of oracles: a judge of definitions per language that nobody here wrote, and which kinds of the index may
 * stand for what it calls a kind. A kind that is not listed is not asked for.
 */
import { ctagsDefinitions, goDefinitions, pythonDefinitions } from './external-definitions.mjs';
import { typescriptDefinitions } from './typescript-definitions.mjs';

/**
 * What a judge calls a definition and the index leaves out on purpose, or the judge misreads. Each says of a definition that
 * is missing, given its line of text, the imports on it and the symbols around it, whether that is why.
 */
const importedValue = {
  why: '`const x = require(…)` is an import to the index',
  when: ({ kind }, { imports }) => kind === 'top-level value' && imports.length > 0,
};
const globalBlock = {
  why: '`declare global` names nothing; what stands in it is in the index',
  when: ({ kind, name }) => kind === 'namespace' && name === 'global',
};
const blankName = { why: '`_` is no name', when: ({ name }) => name === '_' };
const rustDifferences = [
  {
    why: "ctags takes the lifetime in `&'static str` for the word `static` before a name",
    when: ({ kind, name }, { text }) =>
      kind === 'variable' && new RegExp(`'static\\s+(?:\\w+::)*${name}\\b`).test(text),
  },
  {
    why: 'values inside a function are its own business',
    when: ({ kind }, { around }) => kind === 'variable' && around.some((symbol) => symbol.kind === 'fn'),
  },
  {
    why: 'ctags names an impl for a slice, a tuple or a macro variable by some word in it; the index writes the type out',
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
