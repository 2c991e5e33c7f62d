/**
 * A long text as people paste it: a title, prose, code or output, headings of a form, and lists of versions. What is
 * said in each counts differently. Comments of a form say nothing.
 */
export type Section = 'title' | 'prose' | 'code' | 'heading' | 'listing';

export interface Piece {
  readonly section: Section;
  readonly text: string;
}

/** Splits a text into pieces of one section each, in order. */
export function sectionsOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let isFenced = false;
  let isTitleRead = false;
  for (const line of withoutComments(text).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    if (line.trim() === '') continue;
    const isCode = isFenced || (isTitleRead && codeLine.test(line));
    const told = isHeading(line) ? 'heading' : 'prose';
    pieces.push({ section: isCode ? 'code' : isTitleRead ? told : 'title', text: line });
    if (!isCode) isTitleRead = true;
  }
  return withListings(pieces);
}

/** Indented lines, prompts and lines of a stack trace. */
const codeLine = /^(?: {4}|\t)|^\s*(?:\$|>>>|#!|at\s+\S+\s*\(|File ")/;

const maxHeadingLength = 60;

function isHeading(line: string): boolean {
  const text = line.trim();
  if (text.length > maxHeadingLength) return false;
  return /^#{1,6}\s/.test(text) || /^\*\*[^*]+\*\*:?$/.test(text) || /^[A-Z][\w ]*:$/.test(text);
}

function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at);
    if (end === -1) break;
    kept += text.slice(from, at);
    from = end + '-->'.length;
  }
  return kept + text.slice(from);
}

// Lists of versions: what a program printed about its environment names much that the text is not about.

const minListed = 3;
const maxListedLength = 120;
const maxKeyLength = 30;
/** Longer lines are prose that mentions a version. */
const maxWords = 9;
/** A version follows a name of few words. */
const maxWordsBefore = 3;

/** Marks runs of entries of which at least half are a name with a version. */
function withListings(pieces: readonly Piece[]): Piece[] {
  const marked = [...pieces];
  for (let from = 0; from < pieces.length; ) {
    let to = from;
    let versions = 0;
    for (; to < pieces.length && isEntry(pieces[to] as Piece); to++) {
      if (isVersioned((pieces[to] as Piece).text)) versions++;
    }
    if (to - from >= minListed && versions >= to - from - versions) {
      for (let at = from; at < to; at++) marked[at] = { section: 'listing', text: (pieces[at] as Piece).text };
    }
    from = Math.max(to, from + 1);
  }
  return marked;
}

function isEntry({ section, text }: Piece): boolean {
  if (section === 'title' || text.length > maxListedLength) return false;
  const key = text.search(/[:=]/);
  return (key > 0 && key <= maxKeyLength) || isVersioned(text);
}

function isVersioned(text: string): boolean {
  const words = text.split(/[\s:=@|*]+/).filter((word) => word !== '' && word !== '-');
  const [name = ''] = words;
  return words.length <= maxWords && /^[A-Za-z_]/.test(name) && words.slice(1, 1 + maxWordsBefore).some(isVersion);
}

function isVersion(word: string): boolean {
  return /^[v^~]?\d+\.\d/.test(word) || word === 'None' || word === 'N/A';
}
