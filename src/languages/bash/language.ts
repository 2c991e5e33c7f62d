/** Shell scripts: functions, and variables set outside of them; `export` makes one visible to other programs. */
import type { Language } from '../language.ts';

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
  lineComment: '#',
  // The name of an alias includes the equals sign: `ll=`.
  nameOf: (written) => written.replace(/=.*$/s, ''),
  visibility: ({ kind, signature }) => {
    if (/^export\s|^(?:declare|typeset)\s+-\w*x/.test(signature)) return { visibility: 'public', modifier: 'export' };
    return { visibility: kind === 'fn' ? 'public' : 'internal' };
  },
};
