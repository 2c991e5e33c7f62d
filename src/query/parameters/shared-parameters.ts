/** The parameters that several capabilities share, and the aliases of kinds and languages. */
import { symbolKinds } from '../../model.ts';
import type { IntegerRow } from './parameters.ts';

const maxQueryLength = 20_000;
const maxNameLength = 1_000;
const maxPathLength = 4_096;

export const queryParameter = {
  type: 'text',
  role: 'query',
  placeholder: 'QUERY',
  required: true,
  maxLength: maxQueryLength,
  description: 'Identifier, path, error text or question',
} as const;

export const symbolNameParameter = {
  type: 'text',
  role: 'symbol',
  placeholder: 'NAME',
  required: true,
  maxLength: maxPathLength,
  alsoNamed: ['symbol_id', 'symbol_name', 'name', 'symbol'],
  description: 'Name, Type.method, id or path:line',
} as const;

/** Several symbols in one call. */
export const symbolsParameter = {
  type: 'list',
  holds: 'symbols',
  flag: false,
  maxItems: 20,
  maxLength: maxPathLength,
  isObvious: true,
  description: 'Instead of one symbol: several, each with its answer',
} as const;

export const pathParameter = {
  type: 'text',
  role: 'path',
  placeholder: 'FILE',
  maxLength: maxPathLength,
  description: 'File of the symbol',
} as const;

/** A file to query. The command line resolves it against the current folder first. */
export const fileParameter = {
  type: 'text',
  role: 'file',
  placeholder: 'FILE',
  required: true,
  maxLength: maxPathLength,
  description: 'File, relative to the root of the repository',
} as const;

export const refParameter = {
  type: 'text',
  role: 'ref',
  placeholder: 'REF',
  maxLength: maxNameLength,
  isObvious: true,
  description: 'Branch, tag or commit; default: the current checkout',
} as const;

export const languageParameter = {
  type: 'text',
  role: 'language',
  flag: 'lang',
  placeholder: 'LANG',
  maxLength: 100,
  isObvious: true,
  description: 'Only this language',
} as const;

/** Which files a list covers. It is called `path` where that does not select a symbol. */
export const withinParameter = {
  type: 'list',
  holds: 'paths',
  placeholder: 'PATH',
  maxItems: 50,
  maxLength: maxPathLength,
  description: 'Folders, files or globs; ! excludes',
} as const;

export const testsParameter = {
  type: 'choice',
  values: ['last', 'exclude', 'only'],
  default: 'last',
  isObvious: true,
  description: 'Whether results in tests come last, are left out, or are the only ones',
} as const;

export const kindParameter = {
  type: 'choice',
  placeholder: 'KIND',
  values: [...symbolKinds, 'use'],
  // No search finds imports; an outline lists them.
  offered: symbolKinds,
  aliases: {
    function: 'fn',
    func: 'fn',
    import: 'use',
    constant: 'const',
    var: 'variable',
    property: 'field',
    namespace: 'module',
    typedef: 'type',
  },
  isObvious: true,
  description: 'Only this kind of symbol',
} as const;

export function limitParameter<Default extends number>(fallback: Default, max: number) {
  return {
    type: 'integer',
    default: fallback,
    min: 1,
    max,
    isObvious: true,
    description: 'Maximum number of results',
  } as const;
}

/** The ceiling of the whole answer. Only MCP clients have the default: it protects the context of a model. */
export function maxTokensParameter(fallback: number): IntegerRow & { readonly default: number } {
  return {
    type: 'integer',
    default: fallback,
    min: 1,
    max: 200_000,
    code: 'invalid_max_tokens',
    servedDefault: true,
    isObvious: true,
    description: 'Token limit of the answer',
  };
}

/** These shape an answer for programs, so the command line has no flags for them. */
const detailParameters = {
  detail_level: {
    type: 'choice',
    flag: false,
    values: ['location', 'signature', 'context'],
    default: 'signature',
    description: 'context: adds body preview, parent, related symbols',
  },
  compact: { type: 'flag', flag: false, default: false, isObvious: true, description: 'Omit bodies and snippets' },
  ranking_explain_level: {
    type: 'choice',
    flag: false,
    values: ['off', 'basic', 'full'],
    isObvious: true,
    description: 'Explain the ranking',
  },
} as const;

/** The filters, limit and detail of a tool that returns ranked symbols or hits. */
export const rankedResultParameters = {
  kind: kindParameter,
  language: languageParameter,
  path: withinParameter,
  tests: { ...testsParameter, description: 'Whether results in tests rank lower, are left out, or are the only ones' },
  ref: refParameter,
  limit: limitParameter(10, 100),
  ...detailParameters,
} as const;
