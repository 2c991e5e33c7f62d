/** The error for a pattern that cannot be searched, with the place in it and the reason. */
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { CodedError } from '../../errors.ts';

/** The position counts from 1, in characters of the pattern. */
export function patternInvalid(pattern: string, position: number, reason: string): CodedError {
  const rest = pattern.slice(position - 1);
  const from = rest.length > maxShown ? `${rest.slice(0, maxShown)}…` : rest;
  const where = position === 1 ? 'at its beginning' : `at position ${position}`;
  const shown = from === '' ? 'at its end' : `${where}, from "${from}" on`;
  return new CodedError('pattern_invalid', `The pattern is invalid ${shown}: ${reason}.`, {
    data: { position, reason },
  });
}

const maxShown = 40;

/** The error for what the compiler of expressions has thrown. */
export function syntaxError(pattern: string, thrown: unknown): CodedError {
  if (!(thrown instanceof RE2JSSyntaxException)) {
    return patternInvalid(pattern, 1, thrown instanceof Error ? thrown.message : String(thrown));
  }
  const found = thrown.getPattern();
  const at = found === null ? pattern.length : placeOf(pattern, thrown.getDescription(), found);
  const rest = pattern.slice(at);
  const known = unsupported.find(([form]) => form.test(rest));
  return patternInvalid(pattern, at + 1, known?.[1] ?? thrown.getDescription());
}

const unsupported: readonly (readonly [form: RegExp, reason: string])[] = [
  [/^\(\?<?[=!]/, 'look-around is not supported, because a search takes linear time'],
  [/^\\(?:[1-9]|k[<{'])/, 'back-references are not supported, because a search takes linear time'],
  [/^\(\?>/, 'atomic groups are not supported'],
];

/** Where the part that the compiler rejects is. It reads from left to right, so the text before it raises no such error. */
function placeOf(pattern: string, description: string, part: string): number {
  // For a parenthesis, the compiler names the whole expression.
  if (description === 'missing closing )' || description === 'unexpected )') return unmatched(pattern);
  for (let at = pattern.indexOf(part), tries = 0; at !== -1 && tries < maxTries; tries++) {
    if (rejects(pattern.slice(0, at + part.length), description, part)) return at;
    at = pattern.indexOf(part, at + 1);
  }
  return Math.max(0, pattern.indexOf(part));
}

const maxTries = 20;

function rejects(pattern: string, description: string, part: string): boolean {
  try {
    RE2JS.compile(pattern);
    return false;
  } catch (thrown) {
    return (
      thrown instanceof RE2JSSyntaxException && thrown.getDescription() === description && thrown.getPattern() === part
    );
  }
}

/** The offset of the first closing parenthesis without an opening one, or of the last opening one without a closing. */
function unmatched(pattern: string): number {
  const open: number[] = [];
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') {
      isInClass = true;
      if (pattern[at + 1] === '^') at++;
      if (pattern[at + 1] === ']') at++;
    } else if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) return at;
  }
  return open.at(-1) ?? 0;
}
