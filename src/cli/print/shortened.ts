/** Text cut to the width of a terminal, with a mark where something was left out. */

/** Where less room than this is left, a cut would leave nothing to read; the terminal wraps instead. */
const leastRoom = 24;

/** The beginning of the text. */
export function shortened(text: string, width: number): string {
  return fits(text, width) ? text : `${text.slice(0, width - 1)}…`;
}

/** The end of the text, which tells most of a qualified name. */
export function endOf(text: string, width: number): string {
  return fits(text, width) ? text : `…${text.slice(1 - width)}`;
}

function fits(text: string, width: number): boolean {
  return text.length <= width || width < leastRoom;
}
