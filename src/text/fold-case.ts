/**
 * Folds the case of a text, so that two texts that differ only in case become equal. This is the simple case folding of
 * Unicode, as in a regular expression with the flags `iu`: the length and the place of each character stay the same.
 */
export function foldCase(text: string): string {
  return text.replace(capitals, (run) => run.toLowerCase()).replace(casedBeyondAscii, foldCharacter);
}

const capitals = /[A-Z]+/g;
const casedBeyondAscii = /(?![\x00-\x7f])[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu;

function foldCharacter(character: string): string {
  const known = exceptions.get(character);
  if (known !== undefined) return known;
  const upper = character.toUpperCase();
  const lower = (upper.length === character.length ? upper : character).toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** The dotless i is not an i. The others have an upper case of several characters that hides what they are equal to. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['\u0131', '\u0131'],
  ['\u1fd3', '\u0390'],
  ['\u1fe3', '\u03b0'],
  ['\ufb05', '\ufb06'],
]);
