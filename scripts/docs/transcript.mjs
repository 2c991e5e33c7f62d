/** The transcript in the README: which commands it shows, and where it stands. */
const opening = '<!-- transcript: begin -->';
const closing = '<!-- transcript: end -->';

export const transcriptCommands = [
  ['search', 'how is a job cancelled when its parent is gone', '--limit', '4'],
  ['callers', 'openRepository', '--limit', '5'],
  ['context', 'lease of a project', '--max-tokens', '220'],
].map((args) => ({ args, shown: args.join(' ') }));

export function withTranscript(text, lines) {
  const [start, end] = placeIn(text);
  return `${text.slice(0, start)}\n\`\`\`console\n${lines.join('\n')}\n\`\`\`\n${text.slice(end)}`;
}

/** The lines of the transcript as they stand. */
export function transcriptIn(text) {
  const [start, end] = placeIn(text);
  return text.slice(start, end).split('\n').slice(2, -2);
}

function placeIn(text) {
  const start = text.indexOf(opening) + opening.length;
  return [start, text.indexOf(closing, start)];
}
