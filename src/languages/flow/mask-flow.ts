/**
 * Flow types are close to those of TypeScript, whose grammar parses them. Syntax that it cannot parse is blanked or
 * replaced by the TypeScript equivalent; every character keeps its offset.
 */
export function maskFlow(text: string): string {
  return rewrites.reduce(
    (masked, [pattern, rewrite]) =>
      masked.replace(pattern, (written) => rewrite(written).padEnd(written.length).slice(0, written.length)),
    text,
  );
}

/** Line breaks stay, since line numbers depend on them. */
const blank = (written: string) => written.replace(/\S/g, ' ');

/** Each pattern looks back over a bounded distance only, so that matching takes linear time. */
const rewrites: readonly (readonly [RegExp, (written: string) => string])[] = [
  [/\bimport typeof\b/g, () => 'import type'],
  [/\bopaque(?= type\b)/g, blank],
  [/(?=:)(?<=\btype [\w$]{1,80}): [\w$.]+(?= =)/g, blank],
  // `component View(…)` is a function, `component(…)` a type.
  [/^(?:export (?:default )?)?component(?= [A-Z]\w*[(<])/gm, (written) => written.replace('component', 'function')],
  // Maybe types: `?T`.
  [/(?=\?)(?<=(?:[:(<|,&=[]|=>)\s{0,80})\?(?=[\w$({[*'"])/g, blank],
  [/\bcomponent\((?:\.\.\.\w+: ?\w+)?\)(?!\s{0,80}\{)/g, () => 'any'],
  // Exact, inexact and spread objects: `{| … |}`, `{ ... }`, `{ ...T }`.
  [/\{\|/g, () => '{'],
  [/\|\}/g, () => ' }'],
  [/\.\.\.(?:(?=,?\s{0,80}\})|[A-Z][\w$.]{0,200},?(?=\n))/g, blank],
  [/%checks\b/g, blank],
  // Variance: `+key: T`, `<+T>`.
  [/(?=[+-])(?<=[{,;\n]\s{0,80})[+-](?=\[|[\w$]+\??: )/g, blank],
  [/(?=[+-])(?<=[<,]\s{0,80})[+-](?=[A-Z]\w*\s{0,80}[,>=:])/g, blank],
  [/(?=interface\b)(?<=[|:=&<,(]\s{0,80})interface(?: extends [\w$.]+)?(?=\s{0,80}\{)/g, blank],
  // Bounds: `<T: Object>`.
  [/(?=:)(?<=[<,]\s{0,80}[A-Z]\w{0,80}): \([^()]{0,200}\) => [\w$.]+(?=\s{0,80}[,>])/g, blank],
  [/(?=:)(?<=<[A-Z]\w{0,80}): (?:[\w$.]+|\{[^{}]{0,200}\})(?=\s{0,80}[,>=])/g, blank],
  // A parameter without a name and parentheses: `T => void`.
  [
    /(?<=(?:[^)\s]\s{0,9}:|[|(,=<])\s{0,80})(?:void|mixed|string|number|boolean|any|[A-Z][\w$.]*)\s{0,80}=>(?!\s{0,80}\{)/g,
    blank,
  ],
  // A cast: `(value: any)`.
  [/(?=:)(?<=\((?:[\w$.]|\[\w{1,40}\]){1,80}): [\w$.]+(?=\)(?:[;,.)\]]|\s{0,80}[\n&|?]))/g, blank],
];
