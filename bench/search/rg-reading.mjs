/**
 * The baseline without an index: `rg` for the rarest words of a text, then reading the lines around the best matches
 * until the budget is spent. It is given more than an agent has: the matching lines cost nothing, tests and documents
 * are left out, and nothing is read twice.
 */
import { contentWords } from '../../build/evaluate/content-words.js';

const rarest = 8;
const radius = 30;
const minLength = 3;

/** `sizeOf` counts tokens; `files` are the indexed files with code. Returns a function from text and budget to blocks. */
export function rgReader(files, sizeOf) {
  const lowered = files.map(({ path, text }) => ({
    path,
    lines: text.split('\n'),
    lower: text.toLowerCase().split('\n'),
  }));
  const found = new Map();
  return (query, maxTokens) => {
    const words = [...new Set(contentWords(query).filter((word) => word.length >= minLength))]
      .map((word) => ({ word, places: placesOf(word) }))
      .filter(({ places }) => places.length > 0)
      .sort((a, b) => a.places.length - b.places.length)
      .slice(0, rarest);
    return read(scored(words), maxTokens);
  };

  /** `[file, line]` of each line that contains the word, in any case. */
  function placesOf(word) {
    const known = found.get(word);
    if (known !== undefined) return known;
    const places = [];
    for (const [file, { lower }] of lowered.entries()) {
      for (const [line, text] of lower.entries()) if (text.includes(word)) places.push([file, line]);
    }
    found.set(word, places);
    return places;
  }

  /** Matching lines by the rarity of the words within the lines that are read around them, best first. */
  function scored(words) {
    const byFile = new Map();
    for (const { word, places } of words) {
      for (const [file, line] of places) {
        const lines = byFile.get(file) ?? byFile.set(file, []).get(file);
        lines.push({ line, word, weight: 1 / places.length });
      }
    }
    const hits = [];
    for (const [file, lines] of byFile) {
      for (const { line } of lines) {
        const near = new Map();
        for (const each of lines) if (Math.abs(each.line - line) <= radius) near.set(each.word, each.weight);
        hits.push({ file, line, score: [...near.values()].reduce((sum, weight) => sum + weight, 0) });
      }
    }
    return hits.sort((a, b) => b.score - a.score);
  }

  function read(hits, maxTokens) {
    const blocks = [];
    const seen = new Map();
    let left = maxTokens;
    for (const { file, line } of hits) {
      const { path, lines } = lowered[file];
      const shown = seen.get(file) ?? seen.set(file, new Set()).get(file);
      if (shown.has(line)) continue;
      const numbers = [];
      for (let at = Math.max(0, line - radius); at <= Math.min(lines.length - 1, line + radius); at++) {
        if (!shown.has(at)) numbers.push(at);
      }
      const text = `${path}\n${numbers.map((at) => `${at + 1}\t${lines[at]}`).join('\n')}`;
      const size = sizeOf(text);
      if (size > left) break;
      left -= size;
      for (const at of numbers) shown.add(at);
      blocks.push({ path, text });
    }
    return blocks;
  }
}
