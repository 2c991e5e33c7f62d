/** Generates the languages page from the table of languages and the captures of their queries. */

import { languageNamed, languages } from '../../build/languages/languages.js';
import { textKinds } from '../../build/languages/text-kinds.js';
import { querySource } from '../../build/parse/engine/grammar.js';
import { table } from './table.mjs';

export function languageDocument() {
  return [
    '# Languages',
    '',
    'What is read of which files. This page is made from the table of languages and their queries by `npm run docs`;',
    '[adding-a-language.md](adding-a-language.md) tells how a row comes about.',
    '',
    '**Symbols**: the kinds that are found. **Imports**: `listed` in outlines, or `followed` to the files and symbols that they lead to. **Calls**: who',
    'refers to what is known, so that callers and callees can be told.',
    '',
    ...table(['language', 'files', 'symbols', 'imports', 'calls'], languages.map(languageRow)),
    '',
    'A row named after another (`tsx`, `flow`) is a dialect: its files are counted and searched as the language it belongs to. C is',
    'read with the grammar and the queries of C++.',
    '',
    '## Text',
    '',
    'Every other text file is searchable as text, whatever its name. Some kinds are told apart, so that a search can be narrowed to them:',
    '',
    ...table(['kind', 'extensions'], textRows()),
    '',
  ].join('\n');
}

function languageRow(language) {
  const source = querySource(language);
  const counted = language.dialectOf ?? language.name;
  return [
    language.dialectOf === undefined ? language.name : `${language.name} (${language.dialectOf})`,
    filesOf(language),
    kindsIn(source, language)
      .map((kind) => `\`${kind}\``)
      .join(' '),
    languageNamed(counted).imports === undefined ? 'listed' : 'followed',
    /@reference\.call\b/.test(source) ? 'yes' : 'no',
  ];
}

/** The captured kinds, plus those derived from a class around a function or from the case of a name. */
function kindsIn(source, { functionInClass = 'method', constantNames }) {
  const kinds = new Set([...source.matchAll(/@definition\.(\w+)/g)].map(([, kind]) => kind));
  if (kinds.delete('method') || (kinds.has('fn') && kinds.has('class'))) kinds.add(functionInClass);
  if (constantNames !== undefined) kinds.add('const');
  return [...kinds].sort();
}

function filesOf({ extensions, sharedExtensions, fileNames, interpreters }) {
  const code = (words) => words.map((word) => `\`${word}\``).join(' ');
  const shared = Object.keys(sharedExtensions ?? {});
  return [
    code(extensions),
    ...(shared.length > 0 ? [`${code(shared)} by their text`] : []),
    ...(fileNames?.length > 0 ? [code(fileNames)] : []),
    ...(interpreters?.length > 0 ? [`\`#!\` ${code(interpreters)}`] : []),
  ].join('; ');
}

function textRows() {
  const kinds = [...new Set(Object.values(textKinds))];
  return kinds.map((kind) => [
    kind,
    Object.entries(textKinds)
      .filter(([, each]) => each === kind)
      .map(([extension]) => `\`${extension}\``)
      .join(' '),
  ]);
}
