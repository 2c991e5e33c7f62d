/** Parses and compares semantic versions (https://semver.org). */
const number = '(?:0|[1-9]\\d*)';
const identifier = `(?:${number}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const pattern = new RegExp(
  `^(${number})\\.(${number})\\.(${number})(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

/** Returns the numbers and the pre-release identifiers, or undefined if the text is not a version. */
export function parseVersion(text) {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  return { numbers: found.slice(1, 4).map(Number), marks: found[4]?.split('.') ?? [] };
}

/** Returns a negative number if `a` comes first, a positive one if `b` does. */
export function compareVersions(a, b) {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  for (const [at, value] of left.numbers.entries()) if (value !== right.numbers[at]) return value - right.numbers[at];
  // A pre-release comes before its release.
  if (left.marks.length === 0 || right.marks.length === 0) return right.marks.length - left.marks.length;
  for (const [at, mark] of left.marks.entries()) {
    const other = right.marks[at];
    if (other === undefined) return 1;
    if (mark !== other) return compareMarks(mark, other);
  }
  return left.marks.length - right.marks.length;
}

/** Numbers compare by value and come before words; words compare by their characters. */
function compareMarks(a, b) {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : 1;
}
