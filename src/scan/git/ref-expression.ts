/**
 * A ref expression is a ref argument taken apart: a base, which is a name or an object id, and steps from it to an
 * ancestor. All other revision syntax of git is refused before git sees it, because some of it costs without limit:
 * `^{/REGEX}` and `:/REGEX` run a regular expression over the history.
 */
import { CodedError } from '../../errors.ts';

export interface RefExpression {
  /** `HEAD`, the name of a ref, or an object id, which may be abbreviated. */
  readonly base: string;
  /** Steps in git's syntax, such as `~2^1`; often empty. */
  readonly steps: string;
}

/** The accepted forms, for messages and documentation. */
export const acceptedRefs = 'a branch, tag or commit id, optionally followed by ~N or ^N, such as main~2';

const maxLength = 1_000;
const maxSteps = 20;
const maxGenerations = 100_000;

/** Parses a ref argument in linear time. Throws `invalid_input` if its form is not accepted. */
export function parseRef(typed: string): RefExpression {
  if (typed.length > maxLength) throw refused(typed, `it is longer than ${maxLength} characters`);
  if (/[\x00-\x1f\x7f]/.test(typed)) throw refused(typed, 'it contains a control character');
  if (typed.startsWith('-')) throw refused(typed, 'it starts with "-"');
  const end = typed.search(/[~^]/);
  const base = end === -1 ? typed : typed.slice(0, end);
  const steps = end === -1 ? '' : typed.slice(end);
  refuseBase(typed, base);
  refuseSteps(typed, steps);
  return { base: base === '@' ? 'HEAD' : base, steps };
}

function refuseBase(typed: string, base: string): void {
  if (base === '') throw refused(typed, 'it names no branch, tag or commit');
  const found = notInBases.find(([pattern]) => pattern.test(base));
  if (found !== undefined) throw refused(typed, found[1]);
}

/** What git does not allow in the name of a ref, and what it would read as something else. */
const notInBases: readonly (readonly [RegExp, string])[] = [
  [/@\{/, '"@{…}" is not accepted'],
  [/\.\./, '".." is not accepted; name one commit'],
  [/:/, '":" is not accepted; name a commit, not a file or a search'],
  [/[ ?*[\\]/, 'it contains a character that no name of a ref has'],
  [/\/\/|^\/|\/$|\.$|(?:^|\/)\.|\.lock(?:\/|$)/, 'no ref can have this name'],
];

function refuseSteps(typed: string, steps: string): void {
  let count = 0;
  let generations = 0;
  // One step, at the place where the one before ended.
  const step = /~(\d*)|\^(?:\{(?:commit)?\}|(\d*))/y;
  while (step.lastIndex < steps.length) {
    const at = step.lastIndex;
    const [all = '', back = '', parent = ''] = step.exec(steps) ?? [];
    const rest = steps.slice(at, at + shownSteps);
    if (all === '' || steps[at + all.length] === '{') throw refused(typed, `${JSON.stringify(rest)} is not accepted`);
    count++;
    generations += all.startsWith('~') && back !== '' ? Number(back) : 1;
    if (parent.length > maxDigits) throw refused(typed, 'no commit has that many parents');
  }
  if (count > maxSteps) throw refused(typed, `it has more than ${maxSteps} steps`);
  if (generations > maxGenerations) throw refused(typed, `it goes back more than ${maxGenerations} commits`);
}

const shownSteps = 20;
const maxDigits = 4;
const shownLength = 100;

function refused(ref: string, why: string): CodedError {
  const shown = ref.length > shownLength ? `${ref.slice(0, shownLength)}…` : ref;
  return new CodedError('invalid_input', `The ref ${JSON.stringify(shown)} is not accepted: ${why}.`, {
    remediation: `Pass ${acceptedRefs}. \`git rev-parse\` turns any other revision into a commit id.`,
    data: { ref: shown },
  });
}
