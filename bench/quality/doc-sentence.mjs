/** The first sentence of a doc comment as a question, with and without the documented name. */
const minWords = 4;
const maxWords = 40;

/** Returns undefined if there is no sentence of at least four words. */
export function docSentence(doc) {
  const paragraph = doc.trim().split(/\n\s*\n|\n\s*(?=[@:]\w|[-*#>|]|Args:|Returns:|Parameters\b)/)[0] ?? '';
  const text = paragraph.replace(/\s+/g, ' ').trim();
  const sentence = (/^.*?[.!?](?=\s+[A-Z`"'(]|$)/.exec(text)?.[0] ?? text).replace(/^@\w+\s*/, '');
  const words = sentence.split(' ');
  if (words.filter((word) => /\p{L}/u.test(word)).length < minWords) return undefined;
  return words.slice(0, maxWords).join(' ');
}

export function withoutName(sentence, name) {
  const kept = sentence.split(' ').filter((word) => !wordsIn(word).includes(name));
  return kept.filter((word) => /\p{L}/u.test(word)).length < minWords ? undefined : kept.join(' ');
}

function wordsIn(text) {
  return text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}
