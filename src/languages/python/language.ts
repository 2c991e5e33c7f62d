/** Python: a module is a file; leading underscores mark private names. */
import type { Language, VisibilityClues } from '../language.ts';
import { doubleQuoted, singleQuoted } from '../lexis.ts';
import { respellPython } from '../respellings.ts';
import { inFolder } from '../scope-rules.ts';
import { pythonCalls } from './calls.ts';
import { declaredEncoding } from './declared-encoding.ts';
import { pythonImports } from './imports.ts';
import { maskPython } from './mask-python.ts';
import { writtenPaths } from './written-paths.ts';

export const python: Language = {
  name: 'python',
  aliases: ['py'],
  grammar: 'python',
  mask: maskPython,
  respell: respellPython,
  declaredEncoding,
  extensions: ['.py', '.pyi', '.pyw'],
  fileNames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'pypy'],
  queries: ['python/symbols.scm', 'python/imports.scm', 'python/references.scm'],
  builtinTypes: new Set('bool bytes complex dict float frozenset int list object set str tuple type'.split(' ')),
  builtinCalls: new Set(
    'bool bytes classmethod dict enumerate float getattr hasattr int isinstance issubclass len list print property range repr set setattr sorted staticmethod str super tuple zip'.split(
      ' ',
    ),
  ),
  definitionWords: ['def', 'class'],
  constantNames: /^_*\p{Lu}[\p{Lu}\p{N}_]*$/u,
  typesFollow: 'colon',
  moduleOf,
  visibility: (symbol) => ({ visibility: visibilityOf(symbol) }),
  importSeparator: '.',
  lineComment: '#',
  hostFiles: /\.(?:ipynb|pyx|pxd|html?|jinja2?|j2|mako)$/i,
  testFiles: /^test_.*\.pyi?$|_tests?\.py$|^tests\.py$|^conftest\.py$/,
  lexis: {
    lineComments: ['#'],
    strings: [
      { open: '[rR]?[fF][rR]?"""', close: '"""', escapes: true, spansLines: true, code: ['{', '}'] },
      { open: "[rR]?[fF][rR]?'''", close: "'''", escapes: true, spansLines: true, code: ['{', '}'] },
      { open: '"""', close: '"""', escapes: true, spansLines: true },
      { open: "'''", close: "'''", escapes: true, spansLines: true },
      { open: '[rR]?[fF][rR]?"', close: '"', escapes: true, code: ['{', '}'] },
      { open: "[rR]?[fF][rR]?'", close: "'", escapes: true, code: ['{', '}'] },
      doubleQuoted,
      singleQuoted,
    ],
    decoratorBefore: /^\s*@(?:\w+\.)*$/,
    localBefore: /$(?<=\b(?:for|as|lambda)\s+(?:[\w*][\w*\s,]*,\s*)?|\bfor\s+\([^()]*)/,
    localAfter: /^\s*(?::[^=\n]*)?(?:[-+*/|&^%@]|\/\/|\*\*|<<|>>)?=(?!=)/,
    localsFillFunctions: true,
    exportBefore: /$(?<=(?:^|\n)__all__\s*(?:[:+][^=]*)?=\s*[[(][^\])]*)/,
    builtWith: '(',
  },
  imports: pythonImports,
  unread: { pathsOf: writtenPaths, modulesAreAnywhere: true },
  // A module is a file; the package is the folder with its modules.
  scopes: { module: () => [], package: inFolder },
  calls: pythonCalls,
};

/** `src/shop/cart.py` → `shop.cart`, `shop/__init__.py` → `shop` */
function moduleOf(path: string): string {
  return path
    .replace(/^src\/(?=.)/, '')
    .replace(/\.py[iw]?$/i, '')
    .replace(/(?:^|\/)__init__$/, '')
    .replaceAll('/', '.');
}

function visibilityOf({ name, parentKind, exported }: VisibilityClues) {
  if (parentKind === 'fn' || parentKind === 'method') return 'private';
  if (exported !== undefined || !name.startsWith('_') || /^__.*__$/.test(name)) return 'public';
  return name.startsWith('__') ? 'private' : 'internal';
}
