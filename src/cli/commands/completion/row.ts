/** The row of `codecompass completion`. */
import type { CommandRow } from '../../command-row.ts';

export const completionCommand: CommandRow = {
  summary: 'Print a shell completion script',
  group: 'more',
  details:
    'Prints a script for bash, zsh or fish that completes commands, flags, values, files and refs. Add the line from the ' +
    'example to ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.',
  operands: [{ name: 'SHELL', required: true, completes: ['bash', 'zsh', 'fish'] }],
  flags: {},
  examples: [
    { line: 'source <(codecompass completion bash)', does: 'for bash' },
    { line: 'source <(codecompass completion zsh)', does: 'for zsh, after compinit' },
    { line: 'codecompass completion fish | source', does: 'for fish' },
  ],
  json: { shell: 'the shell', script: 'the script' },
  alsoCalled: ['completions', 'complete', 'autocomplete'],
  load: () => import('./run.ts'),
};
