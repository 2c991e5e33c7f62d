/**
 * Counts how often the words of all questions occur in each file, in one pass. Other words are not counted, so memory
 * use is small on any repository. The counts are exact.
 */
import { identifier, wordsOf } from './query-words.mjs';

/**
 * `files` yields `{ path, text }`. `words` are matched as the index splits them; for `lineWords`, lines with the
 * whole word are counted.
 */
export async function countWords(files, words, lineWords) {
  const counts = {
    paths: [],
    /** Words per file, including parts of identifiers, as the index counts them. */
    lengths: [],
    words: postingsFor(words),
    lines: postingsFor(lineWords),
  };
  const known = new Map();
  for await (const { path, text } of files) {
    const file = counts.paths.push(path) - 1;
    counts.lengths.push(countFile(counts, known, file, text));
    if (known.size > maxKnown) known.clear();
  }
  return counts;
}

/** The number of identifiers whose split is cached. */
const maxKnown = 500_000;

/** Postings: the files that contain a word and its counts, in parallel columns. */
function postingsFor(words) {
  return new Map([...words].map((word) => [word, { files: [], counts: [], lastLine: -1 }]));
}

function countFile(counts, known, file, text) {
  let length = 0;
  let line = 0;
  let lineEnd = -1;
  identifier.lastIndex = 0;
  for (let match = identifier.exec(text); match !== null; match = identifier.exec(text)) {
    let entry = known.get(match[0]);
    if (entry === undefined) {
      entry = entryOf(counts, match[0]);
      // A slice would keep the whole text in memory.
      known.set(Buffer.from(match[0], 'utf16le').toString('utf16le'), entry);
    }
    length += entry.length;
    for (const posting of entry.words) add(posting, file);
    if (entry.lines.length === 0) continue;
    while (lineEnd < match.index) {
      const next = text.indexOf('\n', lineEnd + 1);
      if (next === -1 || next > match.index) break;
      lineEnd = next;
      line++;
    }
    for (const posting of entry.lines) {
      if (posting.files.at(-1) === file && posting.lastLine === line) continue;
      posting.lastLine = line;
      add(posting, file);
    }
  }
  return length;
}

/** Returns the number of words in an identifier, and their postings. */
function entryOf(counts, name) {
  const words = wordsOf(name);
  return {
    length: words.length,
    words: words.map((word) => counts.words.get(word)).filter((posting) => posting !== undefined),
    lines: [...new Set(name.toLowerCase().split('$'))]
      .map((word) => counts.lines.get(word))
      .filter((posting) => posting !== undefined),
  };
}

function add(posting, file) {
  const { files, counts } = posting;
  if (files[files.length - 1] === file) counts[counts.length - 1]++;
  else {
    files.push(file);
    counts.push(1);
  }
}
