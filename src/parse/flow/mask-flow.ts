/**
 * Flow's types are close to those of TypeScript, whose grammar reads them. What it cannot read is blanked or
 * written as TypeScript would have it; every character keeps its place.
 */
export function maskFlow(text: string): string {
  return rewrites.reduce(
    (masked, [pattern, rewrite]) =>
      masked.replace(pattern, (written) => rewrite(written).padEnd(written.length).slice(0, written.length)),
    text,
  );
}

/** Line ends stay, since lines are told by them. */
const blank = (written: string) => written.replace(/\S/g, ' ');

const rewrites: readonly (readonly [RegExp, (written: string) => string])[] = [
  [/\bimport typeof\b/g, () => 'import type'],
  [/\bopaque(?= type\b)/g, blank],
  [/(?<=\btype [\w$]+): [\w$.]+(?= =)/g, blank],
  // `component View(…)` is a function, `component(…)` a type.
  [/^((?:export (?:default )?)?)component(?= [A-Z]\w*[(<])/gm, (written) => written.replace('component', 'function')],
  // Maybe types: `?T`.
  [/(?<=(?:[:(<|,&=[]|=>)\s*)\?(?=[\w$({[*'"])/g, blank],
  [/\bcomponent\((?:\.\.\.\w+: ?\w+)?\)(?!\s*\{)/g, () => 'any'],
  // Exact and inexact objects, and those that take in another: `{| … |}`, `{ ... }`, `{ ...T }`.
  [/\{\|/g, () => '{'],
  [/\|\}/g, () => ' }'],
  [/\.\.\.(?:(?=,?\s*\})|[A-Z][\w$.]*,?(?=\n))/g, blank],
  [/%checks\b/g, blank],
  // Variance: `+key: T`, `<+T>`.
  [/(?<=(?:[{,;]|\n)\s*)[+-](?=\[|[\w$]+\??: )/g, blank],
  [/(?<=[<,]\s*)[+-](?=[A-Z]\w*\s*[,>=:])/g, blank],
  [/(?<=[|:=&<,(]\s*)interface(?: extends [\w$.]+)?(?=\s*\{)/g, blank],
  // Bounds: `<T: Object>`.
  [/(?<=[<,]\s*[A-Z]\w*): \([^()]*\) => [\w$.]+(?=\s*[,>])/g, blank],
  [/(?<=<[A-Z]\w*): (?:[\w$.]+|\{[^{}]*\})(?=\s*[,>=])/g, blank],
  // A parameter without a name and parentheses: `T => void`.
  [/(?<=(?:[^)\s]\s*:|[|(,=<])\s*)(?:void|mixed|string|number|boolean|any|[A-Z][\w$.]*)\s*=>(?!\s*\{)/g, blank],
  // A cast: `(value: any)`.
  [/(?<=\((?:[\w$.]|\[\w+\])+): [\w$.]+(?=\)(?:[;,.)\]]|\s*[\n&|?]))/g, blank],
];
