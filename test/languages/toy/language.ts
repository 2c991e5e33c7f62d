/**
 * A language that is not in the table: scripts in the syntax of PowerShell. It has everything that a language may need,
 * and none of it is in `src`.
 */
import { fileURLToPath } from 'node:url';
import type { CallRules } from '../../../src/languages/call-rules.ts';
import { instanceOf } from '../../../src/languages/entity.ts';
import type { ImportRules } from '../../../src/languages/import-rules.ts';
import type { Language } from '../../../src/languages/language.ts';
import { signaturesBy } from '../../../src/languages/signatures.ts';
import { symbolsNamed } from '../../../src/query/view/file-facts.ts';
import { folderOf, folderTable, joined } from '../../../src/query/view/folder-table.ts';

/** `. ./store.toy` runs another script and imports everything that it declares. */
const imports: ImportRules = {
  async filesOf(view, file, source) {
    const path = joined(folderOf(file.path), source);
    const found = path === undefined ? undefined : (await view.derived(folderTable)).byPath(path);
    return found === undefined ? [] : [found];
  },
  targetOf: async (view, file, fact) => ({ files: await imports.filesOf(view, file, fact.source), symbols: [] }),
  async offeredBy(view, file, name) {
    const symbols = (await symbolsNamed(view, file, name)).filter(({ scope }) => scope === '');
    return { files: [file], symbols };
  },
};

const calls: CallRules = {
  signatures: signaturesBy({
    // `[Store] $store, $name`
    parameters: (list) =>
      list.split(',').flatMap((part) => {
        const [, type, name] = /^\s*(?:\[(\w+)\])?\s*(\$\w+)/.exec(part) ?? [];
        const origin = type === undefined ? '' : `:${type}`;
        return name === undefined ? [] : [{ name, origin, optional: false, rest: false }];
      }),
    origin(signature) {
      const type = /^\[(\w+)\]/.exec(signature)?.[1];
      return type === undefined ? '' : `:${type}`;
    },
    // `class Journal : Base, Other`
    bases: (signature) => /:\s*(.+)$/.exec(signature)?.[1]?.split(/\s*,\s*/) ?? [],
  }),
  values: {
    own: {
      words: new Set(['$this']),
      async entity(resolver, place) {
        const own = await resolver.ownTypeAt(place);
        return own === undefined ? undefined : instanceOf(own);
      },
    },
  },
};

export const toy: Language = {
  name: 'toy',
  aliases: ['toys'],
  grammar: 'powershell',
  extensions: ['.toy'],
  queries: ['symbols.scm', 'references.scm'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
  // `$Store` is `Store`.
  nameOf: (written) => written.replace(/^\$/, ''),
  visibility: ({ signature }) =>
    /^hidden\s/.test(signature) ? { visibility: 'private', modifier: 'hidden' } : { visibility: 'public' },
  separator: '::',
  lineComment: '#',
  testFiles: /\.tests\.toy$/,
  imports,
  calls,
};
