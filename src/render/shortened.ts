/** Truncates text to the width of a terminal, with an ellipsis. */

/** Below this width, too little of the text would remain, so it is not truncated and the terminal wraps it. */
const leastWidth = 24;

/** Keeps the beginning of the text. */
export function shortened(text: string, width: number): string {
  return fits(text, width) ? text : `${text.slice(0, width - 1)}…`;
}

/** Keeps the end of the text, the most specific part of a qualified name. */
export function endOf(text: string, width: number): string {
  return fits(text, width) ? text : `…${text.slice(1 - width)}`;
}

function fits(text: string, width: number): boolean {
  return text.length <= width || width < leastWidth;
}
