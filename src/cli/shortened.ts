/** Text cut to the width of a terminal, with a mark where something was left out. */

/** Below this there is no point in showing what is left; the terminal may wrap instead. */
const leastWidth = 16;

/** The beginning of the text. */
export function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(leastWidth, width) - 1)}…`;
}

/** The end of the text, which tells most of a qualified name. */
export function endOf(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(1 - Math.max(leastWidth, width))}`;
}
