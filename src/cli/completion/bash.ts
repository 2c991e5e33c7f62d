/**
 * The completion script for bash. It does not need bash-completion, and never evaluates the name of a ref or a file.
 */
import type { CompletionTable, Offer } from './completion-table.ts';

export function bashScript({ commands }: CompletionTable): string {
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.value === undefined ? [] : [`    "${name} --${flag.name}") ${offering(flag.value)} ;;`],
    ),
  );
  const operands = commands.flatMap(({ name, operands }) =>
    operands.flatMap((offer, at) => (offer === 'nothing' ? [] : [`    "${name} ${at}") ${offering(offer)} ;;`])),
  );
  const flags = commands.map(
    (row) => `    ${row.name}) _codecompass_words ${row.flags.map((flag) => `--${flag.name}`).join(' ')} ;;`,
  );
  return `# Completion of codecompass for bash. Load it with: source <(codecompass completion bash)
_codecompass_words() {
  local word
  for word in "$@"; do [[ $word == "$cur"* ]] && COMPREPLY+=("$word"); done
}
_codecompass_refs() {
  local ref
  while IFS= read -r ref; do [[ $ref == "$cur"* ]] && COMPREPLY+=("$ref"); done < <(
    git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null
  )
}
_codecompass_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
}
_codecompass_value() {
  case $1 in
${values.join('\n')}
    *) return 1 ;;
  esac
  return 0
}
_codecompass() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' operand=0 at word flag=''
  COMPREPLY=()
  # Bash splits --flag=value into three words.
  if [[ $cur == = ]]; then cur=''
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ $word == = ]]; then flag=pending
    elif [[ $flag == pending ]]; then flag=''
    elif [[ $word == --* && \${COMP_WORDS[at+1]} != = ]] && ((at + 1 < COMP_CWORD)) && _codecompass_takes_value "$word"; then flag=pending
    elif [[ $word == -* ]]; then flag=''
    elif [[ -z $command ]]; then command=$word
    else ((operand++))
    fi
  done
  if [[ $prev == --* ]] && _codecompass_value "\${command:-help} $prev"; then return; fi
  if [[ -z $command ]]; then
    if [[ $cur == -* ]]; then command=help; else _codecompass_words ${commands.map(({ name }) => name).join(' ')}; return; fi
  fi
  if [[ $cur == -* ]]; then
    case $command in
${flags.join('\n')}
    esac
    return
  fi
  case "$command $operand" in
${operands.join('\n')}
  esac
}
_codecompass_takes_value() {
  case " ${[...valueFlags(commands)].join(' ')} " in *" $1 "*) return 0 ;; esac
  return 1
}
complete -F _codecompass codecompass
`;
}

function valueFlags(commands: CompletionTable['commands']): Set<string> {
  return new Set(
    commands.flatMap(({ flags }) => flags.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`]))),
  );
}

function offering(offer: Offer): string {
  if (offer === 'nothing') return ':';
  if (offer === 'ref') return '_codecompass_refs';
  if (offer === 'file' || offer === 'folder') return `_codecompass_paths ${offer === 'file' ? '-f' : '-d'}`;
  return `_codecompass_words ${offer.join(' ')}`;
}
