/** The transcript in the README: its commands and its position. */
const opening = '<!-- transcript: begin -->';
const closing = '<!-- transcript: end -->';

export const transcriptCommands = [
  ['search', 'which git commands are safe', '--limit', '3'],
  ['callers', 'startGit', '--depth', '2', '--limit', '7'],
  ['context', 'replace a parse worker that hangs', '--strategy', 'depth', '--max-tokens', '500'],
].map((args) => ({ args, shown: args.join(' ') }));

export function withTranscript(text, lines) {
  const [start, end] = placeIn(text);
  return `${text.slice(0, start)}\n\`\`\`console\n${lines.join('\n')}\n\`\`\`\n${text.slice(end)}`;
}

/** Returns the current lines of the transcript. */
export function transcriptIn(text) {
  const [start, end] = placeIn(text);
  return text.slice(start, end).split('\n').slice(2, -2);
}

function placeIn(text) {
  const start = text.indexOf(opening) + opening.length;
  return [start, text.indexOf(closing, start)];
}
