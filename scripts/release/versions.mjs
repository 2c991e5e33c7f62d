/** Semantic versions: read, and put in order as https://semver.org has it. */
const number = '(?:0|[1-9]\\d*)';
const identifier = `(?:${number}|\\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const pattern = new RegExp(
  `^(${number})\\.(${number})\\.(${number})(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

/** Its numbers and what marks it as preliminary; nothing if it is no version. */
export function parseVersion(text) {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  return { numbers: found.slice(1, 4).map(Number), marks: found[4]?.split('.') ?? [] };
}

/** Below 0 if `a` comes first, above if `b` does. */
export function compareVersions(a, b) {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  for (const [at, value] of left.numbers.entries()) if (value !== right.numbers[at]) return value - right.numbers[at];
  // What is preliminary comes before what it leads to.
  if (left.marks.length === 0 || right.marks.length === 0) return right.marks.length - left.marks.length;
  for (const [at, mark] of left.marks.entries()) {
    const other = right.marks[at];
    if (other === undefined) return 1;
    if (mark !== other) return compareMarks(mark, other);
  }
  return left.marks.length - right.marks.length;
}

/** Numbers by size and before words, words by their characters. */
function compareMarks(a, b) {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : 1;
}
