/** The completion script for zsh: a function for its completion system. */
import { type CompletionTable, type Offer, shellQuoted } from './completion-table.ts';

export function zshScript({ commands }: CompletionTable): string {
  const listed = commands.map(({ name, summary }) => `    ${described(name, summary)}`);
  const cases = commands.map(({ name, flags, operands }) => {
    const specs = flags.map(({ name: flag, description, value }) => {
      const text = description.replaceAll(/[[\]:\\]/g, '\\$&');
      return value === undefined
        ? shellQuoted(`*--${flag}[${text}]`)
        : shellQuoted(`*--${flag}=[${text}]:${flag}:${action(value)}`);
    });
    const positions = operands.map((offer, at) =>
      shellQuoted(`${at === operands.length - 1 ? '*' : at + 1}:word:${action(offer)}`),
    );
    return `    ${name}) _arguments -S ${[...specs, ...positions].join(' ')} ;;`;
  });
  return `#compdef codecompass
# Completion of codecompass for zsh. Load it with: source <(codecompass completion zsh)
_codecompass_refs() {
  local -a refs
  refs=(\${(f)"$(git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null)"})
  compadd -a refs
}
_codecompass() {
  local -a commands
  commands=(
${listed.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
# When sourced, register the function; in a folder of $fpath, zsh runs this file as the function.
if [[ $funcstack[1] == _codecompass ]]; then _codecompass "$@"
elif (( $+functions[compdef] )); then compdef _codecompass codecompass
fi
`;
}

function described(name: string, summary: string): string {
  return shellQuoted(`${name}:${summary.replaceAll(':', '\\:')}`);
}

function action(offer: Offer): string {
  if (offer === 'nothing') return ' ';
  if (offer === 'ref') return '_codecompass_refs';
  if (offer === 'file' || offer === 'folder') return offer === 'file' ? '_files' : '_files -/';
  return `(${offer.join(' ')})`;
}
