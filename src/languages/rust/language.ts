/** Rust: a file is a module, visible is what says `pub`, an impl goes by the name of its type. */
import type { Language, VisibilityClues } from '../language.ts';
import { moduleOf } from './module-of.ts';
import { importsIn } from './use-declaration.ts';

const words = (list: string) => list.split(' ');

export const rust: Language = {
  name: 'rust',
  grammar: 'rust',
  extensions: ['.rs'],
  queries: ['rust/symbols.scm', 'rust/imports.scm', 'rust/references.scm'],
  builtinTypes: new Set(words('Self _ Some None Ok Err')),
  builtinCalls: new Set([
    ...words('Some Ok Err'),
    // Keywords that are names to the grammar among the tokens of a macro.
    ...words('in else move dyn ref'),
    ...words('assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne').map(macro),
    ...words('print println eprint eprintln format format_args write writeln dbg').map(macro),
    ...words('panic todo unimplemented unreachable vec matches stringify concat line file column').map(macro),
    ...words('module_path env option_env include include_str include_bytes cfg compile_error').map(macro),
  ]),
  functionInClass: 'fn',
  typesFollow: 'colon',
  moduleOf,
  visibility,
  importsIn,
};

function macro(name: string): string {
  return `${name}!`;
}

function visibility({ kind, signature, parent, modifier }: VisibilityClues): ReturnType<Language['visibility']> {
  const written = /^pub(?:\s*\([^)]*\))?(?=\s)/.exec(signature)?.[0];
  if (written !== undefined) return { visibility: written === 'pub' ? 'public' : 'internal', modifier: written };
  if (kind === 'macro') return modifier === undefined ? { visibility: 'internal' } : { visibility: 'public', modifier };
  if (kind === 'impl' || parent?.kind === 'trait') return { visibility: 'public' };
  if (parent?.kind === 'impl') return { visibility: isOfTrait(parent.signature) ? 'public' : 'private' };
  // A variant is as visible as its enum, and so are the fields of the variant.
  if (parent?.kind === 'enum' || parent?.kind === 'const') return { visibility: parent.visibility };
  return { visibility: 'private' };
}

/** `impl Trait for Type`; the `for` of `for<'a>` is another one. */
function isOfTrait(signature: string): boolean {
  return /\sfor\s+(?!<)/.test(signature);
}
