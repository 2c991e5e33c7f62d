/** Ruby: methods after a bare `private` are private, except singleton methods and constants. */
import type { Language } from '../language.ts';
import { doubleQuoted, singleQuoted } from '../lexis.ts';

export const ruby: Language = {
  name: 'ruby',
  aliases: ['rb'],
  grammar: 'ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru'],
  fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Capfile', 'Vagrantfile', 'Podfile', 'Fastfile', 'Brewfile'],
  interpreters: ['ruby', 'jruby', 'rake'],
  queries: ['ruby/symbols.scm', 'ruby/imports.scm'],
  definitionWords: ['def', 'class', 'module'],
  lexis: {
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    strings: [
      { open: '<<[~-]?(["\'`]?)([A-Z_]\\w*)\\1', close: '$2', endsAtLine: true, code: ['#{', '}'] },
      { ...doubleQuoted, spansLines: true, code: ['#{', '}'] },
      { ...singleQuoted, spansLines: true },
      { open: '`', close: '`', escapes: true, code: ['#{', '}'] },
    ],
  },
  anonymousScopes: new Set(['block', 'do_block', 'singleton_class']),
  separator: '::',
  lineComment: '#',
  isNamespaced: true,
  scopes: { manifest: /\.gemspec$/ },
  // Symbols name the methods that `attr_reader` and `define_method` create.
  nameOf: (written) => written.replace(/^:"?|"$/g, ''),
  visibility: ({ kind, signature, access }) => {
    const own = /^(private|protected|public|private_class_method)\b/.exec(signature)?.[1];
    const section = kind === 'method' || kind === 'field' ? access : undefined;
    const word = own ?? (/^def self\./.test(signature) ? undefined : section);
    if (word === undefined) return { visibility: 'public' };
    return {
      visibility: word.startsWith('private') ? 'private' : word === 'protected' ? word : 'public',
      modifier: word,
    };
  },
};
