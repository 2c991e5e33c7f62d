/** Macros that stand where the grammar expects a keyword or nothing, blanked so that the rest can be read. */

export function maskMacros(text: string): string {
  return text;
}
