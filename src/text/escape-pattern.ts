/** Escapes a text for literal use in a regular expression. */
export function escapedForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
