/** The completion script for fish: one line for each command, flag and operand. */
import { type CompletedFlag, type CompletionTable, type Offer, shellQuoted } from './completion-table.ts';

export function fishScript({ commands }: CompletionTable): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, flags, operands }) => {
    const within = `-n ${quoted(`__codecompass_in ${name}`)}`;
    return [
      `complete -c codecompass -n __codecompass_first -a ${name} -d ${quoted(summary)}`,
      ...flags.map((flag) => `complete -c codecompass ${within} ${flagPart(flag)}`),
      ...operands.flatMap((offer, at) => {
        const isLast = at === operands.length - 1;
        const here = `-n ${quoted(`__codecompass_in ${name} ${at}${isLast ? ' last' : ''}`)}`;
        return offer === 'nothing' ? [] : [`complete -c codecompass ${here} ${offering(offer)}`];
      }),
    ];
  });
  return `# Completion of codecompass for fish. Load it with: codecompass completion fish | source
function __codecompass_words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or echo $word
    end
end
function __codecompass_first
    test (count (__codecompass_words)) -eq 0
end
function __codecompass_in
    set -l words (__codecompass_words)
    test "$words[1]" = $argv[1]; or return 1
    test (count $argv) -lt 2; and return 0
    test (count $words) -eq (math $argv[2] + 1); and return 0
    test "$argv[3]" = last -a (count $words) -gt $argv[2]
end
function __codecompass_refs
    git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null
end
complete -c codecompass -f
# ${names}
${lines.join('\n')}
`;
}

function flagPart({ name, short, description, value }: CompletedFlag): string {
  const letter = short === undefined ? '' : ` -s ${short}`;
  const taken = value === undefined ? '' : ` ${value === 'nothing' ? '-x' : `-r ${offering(value)}`}`;
  return `-l ${name}${letter}${taken} -d ${quoted(description)}`;
}

function offering(offer: Offer): string {
  if (offer === 'file') return '-F';
  if (offer === 'folder') return `-f -a ${quoted('(__fish_complete_directories (commandline -ct))')}`;
  return `-f -a ${quoted(offer === 'ref' ? '(__codecompass_refs)' : (offer as readonly string[]).join(' '))}`;
}

/** In fish, a backslash escapes inside single quotes. */
function quoted(text: string): string {
  return shellQuoted(text.replaceAll('\\', '\\\\')).replaceAll("'\\''", "\\'");
}
