/** A long text as people paste it: a title, prose, and code or output. What is said in each counts differently. */

export type Section = 'title' | 'prose' | 'code';

/** Splits a text into pieces of one section each. */
export function sectionsOf(text: string): { readonly section: Section; readonly text: string }[] {
  const pieces: { section: Section; text: string }[] = [];
  let isFenced = false;
  let isTitleRead = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    if (line.trim() === '') continue;
    const isCode = isFenced || isTitleRead === false ? isFenced : codeLine.test(line);
    pieces.push({ section: isCode ? 'code' : isTitleRead ? 'prose' : 'title', text: line });
    if (!isCode) isTitleRead = true;
  }
  return pieces;
}

/** Indented lines, prompts and lines of a stack trace. */
const codeLine = /^(?: {4}|\t)|^\s*(?:\$|>>>|#!|at\s+\S+\s*\(|File ")/;
