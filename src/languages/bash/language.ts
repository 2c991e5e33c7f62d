/** Shell scripts: functions, and variables set outside of them; `export` makes one visible to other programs. */
import type { Language } from '../language.ts';
import { doubleQuoted } from '../lexis.ts';

export const bash: Language = {
  name: 'bash',
  aliases: ['sh', 'shell'],
  grammar: 'bash',
  extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats'],
  fileNames: [
    ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile'],
    ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.kshrc'],
  ],
  interpreters: ['bash', 'sh', 'zsh', 'ksh', 'dash', 'ash'],
  queries: ['bash/symbols.scm', 'bash/imports.scm'],
  definitionWords: ['function'],
  lexis: {
    // A number sign inside a word does not open a comment.
    lineComments: ['(?<![^\\s;&|()`])#'],
    strings: [
      { open: '<<[~-]?\\s*(["\'])(\\w+)\\1', close: '$2', endsAtLine: true },
      { open: '<<[~-]?\\s*()(\\w+)', close: '$2', endsAtLine: true, expandsNames: true },
      { ...doubleQuoted, spansLines: true, code: ['$(', ')'], expandsNames: true },
      { open: "'", close: "'", spansLines: true },
    ],
  },
  anonymousScopes: new Set(['subshell']),
  lineComment: '#',
  // The name of an alias includes the equals sign: `ll=`.
  nameOf: (written) => written.replace(/=.*$/s, ''),
  visibility: ({ kind, signature }) => {
    if (/^export\s|^(?:declare|typeset)\s+-\w*x/.test(signature)) return { visibility: 'public', modifier: 'export' };
    return { visibility: kind === 'fn' ? 'public' : 'internal' };
  },
};
