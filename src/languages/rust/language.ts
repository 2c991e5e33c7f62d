/** Rust: a file is a module, `pub` makes a symbol visible, an impl has the name of its type. */
import { folderOf } from '../../query/view/folder-table.ts';
import type { FileVersion } from '../../store/store.ts';
import type { Language } from '../language.ts';
import { character, cLexis, doubleQuoted } from '../lexis.ts';
import { respellRust } from '../respellings.ts';
import { inFolder, type ScopeSetting } from '../scope-rules.ts';
import { rustCalls } from './calls.ts';
import { partlyReadCrates } from './crates.ts';
import { rustImports } from './imports.ts';
import { joinedNames } from './joined-names.ts';
import { maskRust } from './mask-rust.ts';
import { moduleOf } from './module-of.ts';
import { importsIn } from './use-declaration.ts';
import { visibility } from './visibility.ts';

const words = (list: string) => list.split(' ');

export const rust: Language = {
  name: 'rust',
  aliases: ['rs'],
  grammar: 'rust',
  extensions: ['.rs'],
  queries: ['rust/symbols.scm', 'rust/imports.scm', 'rust/references.scm'],
  builtinTypes: new Set(words('Self _ Some None Ok Err')),
  builtinCalls: new Set([
    ...words('Some Ok Err'),
    // Keywords that the grammar treats as names among the tokens of a macro.
    ...words('in else move dyn ref'),
    ...words('assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne').map(macro),
    ...words('print println eprint eprintln format format_args write writeln dbg').map(macro),
    ...words('panic todo unimplemented unreachable vec matches stringify concat line file column').map(macro),
    ...words('module_path env option_env include include_str include_bytes cfg compile_error').map(macro),
  ]),
  definitionWords: words('fn struct enum union trait type const static mut mod macro_rules!'),
  anonymousScopes: new Set(['block', 'closure_expression', 'impl_item']),
  mask: maskRust,
  respell: respellRust,
  joinedNames,
  functionInClass: 'fn',
  typesFollow: 'colon',
  moduleOf,
  visibility,
  importsIn,
  separator: '::',
  importSeparator: '::',
  inlineTests: { module: /^tests?$/, above: /^\s*#\[\s*(?:\w+::)*(?:test|rstest|bench)\b/ },
  lexis: {
    ...cLexis,
    nestsComments: true,
    strings: [{ open: 'b?r(#*)"', close: '"$1', spansLines: true }, { ...doubleQuoted, spansLines: true }, character],
    decoratorBefore: /$(?<=#!?\[[^\]]*)/,
    localBefore:
      /$(?<=\b(?:let|for|ref)\s+(?:mut\s+)?(?:[\w,][\w\s,]*,\s*|,\s*)?(?:[&(](?:[\w\s,]*,\s*)?)*|\b(?:if|while)\s+let\b[^=;{}]*|\|(?:[^|\n]*,\s*)?)/,
    macroAfter: /^!\s*[([{]/,
    builtWith: '{',
  },
  imports: rustImports,
  unread: { manifests: /^Cargo\.toml$/, partlyRead: partlyReadCrates },
  scopes: { manifest: /^Cargo\.toml$/, module: filesOfModule },
  calls: rustCalls,
};

function macro(name: string): string {
  return `${name}!`;
}

/** The sibling modules of a file, its parent and its children: `auth.rs` is the parent of `auth/jwt.rs`. */
function filesOfModule(setting: ScopeSetting, file: FileVersion): readonly FileVersion[] {
  const { folders } = setting;
  const around = folders.byPath(`${folderOf(file.path)}.rs`);
  const below = folders.filesIn(file.path.replace(/\.rs$/, ''));
  return [...inFolder(setting, file), ...(around === undefined ? [] : [around]), ...below];
}
