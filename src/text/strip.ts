/** Strips characters from the ends of a text in linear time; `/[…]+$/` reads every run of them once per character. */

/** Removes the characters in `leading` at the start and those in `trailing` at the end. */
export function stripEnds(text: string, leading: string, trailing: string): string {
  let start = 0;
  while (start < text.length && leading.includes(text[start] as string)) start++;
  return stripEnd(text.slice(start), trailing);
}

export function stripEnd(text: string, trailing: string): string {
  let end = text.length;
  while (end > 0 && trailing.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
