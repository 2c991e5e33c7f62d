/** Kinds of text without a grammar: their names in answers by extension, their comment syntax, and their aliases. */

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

/** The kind of a text with an unknown extension. */
export const plainText = 'text';

const proseKinds: ReadonlySet<string> = new Set(['markdown', 'restructuredtext']);

/** Whether a text is written for readers only. Other texts may configure a program. */
export function isProse({ language, path }: { readonly language: string; readonly path: string }): boolean {
  return proseKinds.has(language) || (language === plainText && path.endsWith('.txt'));
}

/** The text before and after a comment; kinds that are not listed use `//`. */
export const textComments: Readonly<Record<string, readonly [before: string, behind?: string]>> = {
  [plainText]: ['#'],
  yaml: ['#'],
  toml: ['#'],
  ini: ['#'],
  sql: ['--'],
  markdown: ['<!--', '-->'],
  html: ['<!--', '-->'],
  xml: ['<!--', '-->'],
};

/** Aliases. */
export const textAliases: ReadonlyMap<string, string> = new Map([
  ['md', 'markdown'],
  ['yml', 'yaml'],
]);
