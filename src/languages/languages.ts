/**
 * The table of languages. A language is one folder and one row here. A grammar from a package other than
 * `@vscode/tree-sitter-wasm` also needs its path in `src/parse/engine/grammar.ts`.
 * Files that no row claims are indexed as text.
 */

import type { SymbolRecord } from '../store/store.ts';
import type { Respelled } from '../text/respelled.ts';
import { stripEnd } from '../text/strip.ts';
import { bash } from './bash/language.ts';
import { c } from './c/language.ts';
import type { CallRules } from './call-rules.ts';
import { cpp } from './cpp/language.ts';
import { csharp } from './csharp/language.ts';
import { flow } from './flow/language.ts';
import { go } from './go/language.ts';
import { java } from './java/language.ts';
import { javascript } from './javascript/language.ts';
import type { Language } from './language.ts';
import { php } from './php/language.ts';
import { python } from './python/language.ts';
import { respellHost } from './respellings.ts';
import { ruby } from './ruby/language.ts';
import { rust } from './rust/language.ts';
import { usualSignatures } from './signatures.ts';
import { plainText, textAliases, textComments, textKinds } from './text-kinds.ts';
import { usualTypeTexts } from './type-texts.ts';
import { tsx, typescript } from './typescript/language.ts';

const rows: Language[] = [];
const byName = new Map<string, Language>();
const byExtension = new Map<string, Language>();
const bySharedExtension: { extension: string; tell: RegExp; row: Language }[] = [];
const byFileName = new Map<string, Language>();
const byInterpreter = new Map<string, Language>();
const byAlias = new Map(textAliases);
const callRules = new Map<string, Required<CallRules>>();

export const languages: readonly Language[] = rows;

for (const row of [go, java, c, cpp, csharp, ruby, php, bash, python, rust, javascript, typescript, tsx, flow]) {
  addLanguage(row);
}

/** Adds a row to the table of this thread, for tests. Parse workers have their own table. */
export function addLanguage(row: Language): void {
  rows.push(row);
  for (const extension of row.extensions) byExtension.set(extension, row);
  for (const [extension, tell] of Object.entries(row.sharedExtensions ?? {})) {
    bySharedExtension.push({ extension, tell, row });
  }
  for (const name of row.fileNames ?? []) byFileName.set(name, row);
  for (const program of row.interpreters ?? []) byInterpreter.set(program, row);
  // A dialect is indexed under the name of its language.
  if (row.dialectOf !== undefined) {
    byAlias.set(row.name, row.dialectOf);
    return;
  }
  byName.set(row.name, row);
  for (const alias of row.aliases ?? []) byAlias.set(alias, row.name);
  callRules.set(row.name, withDefaults(row.calls));
}

/** The rows whose macros may join parts into names. */
export function languagesThatJoinNames(): readonly Language[] {
  return rows.filter(({ joinedNames }) => joinedNames !== undefined);
}

/** The names of the languages whose code a file without a grammar may contain or use. */
export function hostedIn(path: string): string[] {
  return rows
    .filter(({ hostFiles, dialectOf }) => dialectOf === undefined && hostFiles?.test(path))
    .map(({ name }) => name);
}

/**
 * The text of a file with its names as compilers read them, if it is spelled otherwise; `language` is the row's name or
 * that of its dialect.
 */
export function respelled(path: string, language: string, text: string): Respelled | undefined {
  const row = byName.get(language);
  if (row !== undefined) return row.respell?.(text);
  return hostedIn(path).length > 0 ? respellHost(text) : undefined;
}

/** Detects the language of a file by its name and, if that is ambiguous, by its text. */
export function languageOf(path: string, text: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot >= 0 ? name.slice(dot).toLowerCase() : '';
  const shared = bySharedExtension.find((claim) => claim.extension === extension && claim.tell.test(text));
  const known = byFileName.get(name) ?? shared?.row ?? byExtension.get(extension);
  if (known !== undefined || dot > 0 || !text.startsWith('#!')) return known;
  const program = /^#!\s*\S*?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?([\w.+-]+)(?:\s|$)/.exec(text.slice(0, 200))?.[1];
  return program === undefined ? undefined : byInterpreter.get(stripEnd(program, '0123456789.'));
}

/** Returns the name of a file's language or kind of text. */
export function languageName(path: string, text: string): string {
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase();
  const language = languageOf(path, text);
  const name = language?.dialectOf ?? language?.name;
  return name ?? (extension === undefined ? undefined : textKinds[extension]) ?? plainText;
}

/** The words that define a name in any language. */
export function definitionWords(): string[] {
  return [...new Set(rows.flatMap((row) => row.definitionWords ?? []))];
}

/** The paths in a folder that resolving names may read, in any language. */
export function companionsOf(folder: string): string[] {
  const rules = new Set(rows.flatMap(({ imports }) => imports ?? []));
  return [...rules].flatMap((rule) => rule.companionsOf?.(folder) ?? []);
}

/** Returns the row of a language by its name in the index; undefined for kinds of text. */
export function languageNamed(name: string): Language | undefined {
  return byName.get(name);
}

/** Returns the name in the index for an alias of a language. */
export function languageCalled(word: string): string {
  return byAlias.get(word) ?? word;
}

/** Every name under which a file may be indexed, and every alias of one. */
export function languageWords(): { readonly names: ReadonlySet<string>; readonly aliases: readonly string[] } {
  return { names: new Set([...byName.keys(), ...Object.values(textKinds), plainText]), aliases: [...byAlias.keys()] };
}

/** Whether code in the two languages shares names. */
export function isSameFamily(a: string, b: string): boolean {
  return a === b || familyOf(a) === familyOf(b);
}

function familyOf(name: string): string {
  return byName.get(name)?.family ?? name;
}

/** Whether references are extracted. Other languages only have symbols, so the absence of calls means nothing there. */
export function hasCalls(name: string): boolean {
  return byName.get(name)?.calls !== undefined;
}

const usualRules = withDefaults(undefined);

/** The call rules of a language, with defaults. */
export function callRulesOf(name: string): Required<CallRules> {
  return callRules.get(name) ?? usualRules;
}

function withDefaults(rules: CallRules = {}): Required<CallRules> {
  return {
    signatures: usualSignatures,
    types: usualTypeTexts,
    names: {},
    members: {},
    values: {},
    sites: {},
    guesses: {},
    dispatch: {},
    ...rules,
  };
}

/** Whether a symbol belongs to its class itself and not to the instances. */
export function isStaticMember(symbol: SymbolRecord): boolean {
  return callRulesOf(symbol.language).members.isStatic?.(symbol) === true;
}

/** The separator of qualified names. */
export function separatorOf(name: string): '::' | '.' {
  return byName.get(name)?.separator ?? '.';
}

/** Formats a line of text as a comment. */
export function commented(name: string, text: string): string {
  const [before, behind] = textComments[name] ?? [byName.get(name)?.lineComment ?? '//'];
  return behind === undefined ? `${before} ${text}` : `${before} ${text} ${behind}`;
}
