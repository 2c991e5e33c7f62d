/** Kinds of text that have no grammar, only a name in answers: by extension, how they write a comment, and what they are called. */

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

/** The kind of a text whose extension says nothing. */
export const plainText = 'text';

/** What stands before a comment, and behind it; those not named here write `//`. */
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

/** What people call them besides. */
export const textAliases: ReadonlyMap<string, string> = new Map([
  ['md', 'markdown'],
  ['yml', 'yaml'],
]);
