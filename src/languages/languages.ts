/**
 * The table of languages. A language is one row, its queries and its snapshot; adding one takes nothing else.
 * Files that no row claims are indexed as text.
 */

import { loadGrammar } from '../parse/engine/grammar.ts';
import { bash } from './bash/language.ts';
import { c } from './c/language.ts';
import { cpp } from './cpp/language.ts';
import { csharp } from './csharp/language.ts';
import { flow } from './flow/language.ts';
import { go } from './go/language.ts';
import { java } from './java/language.ts';
import { javascript } from './javascript/language.ts';
import type { Language } from './language.ts';
import { php } from './php/language.ts';
import { python } from './python/language.ts';
import { ruby } from './ruby/language.ts';
import { rust } from './rust/language.ts';
import { tsx, typescript } from './typescript/language.ts';

export const languages: readonly Language[] = [
  go,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  bash,
  python,
  rust,
  javascript,
  typescript,
  tsx,
  flow,
];

const byExtension = new Map(languages.flatMap((row) => row.extensions.map((extension) => [extension, row] as const)));
const bySharedExtension = languages.flatMap((row) =>
  Object.entries(row.sharedExtensions ?? {}).map(([extension, tell]) => ({ extension, tell, row })),
);
const byFileName = new Map(languages.flatMap((row) => (row.fileNames ?? []).map((name) => [name, row] as const)));
const byInterpreter = new Map(
  languages.flatMap((row) => (row.interpreters ?? []).map((program) => [program, row] as const)),
);

/** The language of a file, from its name and, where the name does not say enough, from its text. */
export function languageOf(path: string, text: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot >= 0 ? name.slice(dot).toLowerCase() : '';
  const shared = bySharedExtension.find((claim) => claim.extension === extension && claim.tell.test(text));
  const known = byFileName.get(name) ?? shared?.row ?? byExtension.get(extension);
  if (known !== undefined || dot > 0 || !text.startsWith('#!')) return known;
  const program = /^#!\s*\S*?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?([\w.+-]+)(?:\s|$)/.exec(text.slice(0, 200))?.[1];
  return program === undefined ? undefined : byInterpreter.get(program.replace(/[\d.]+$/, ''));
}

/** Loads what a language needs before its first text comes. Should that fail, the text will tell. */
export async function prepareLanguage(name: string): Promise<void> {
  const language = languages.find((row) => row.name === name);
  if (language !== undefined) await loadGrammar(language).catch(() => {});
}

/** What a text without a grammar is called in answers. */
export const textKinds: Readonly<Record<string, string>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.rst': 'restructuredtext',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
  '.xml': 'xml',
  '.html': 'html',
  '.htm': 'html',
  '.css': 'css',
  '.scss': 'scss',
  '.sql': 'sql',
  '.proto': 'protobuf',
  '.ini': 'ini',
  '.csv': 'csv',
};

/** The name of a file's language, or of its kind of text. */
export function languageName(path: string, text: string): string {
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase();
  const language = languageOf(path, text);
  const name = language?.dialectOf ?? language?.name;
  return name ?? (extension === undefined ? undefined : textKinds[extension]) ?? 'text';
}
