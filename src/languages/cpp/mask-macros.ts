/**
 * Masks preprocessor syntax so that the rest of a declaration can be parsed: macros where the grammar expects keywords,
 * and conditionals inside declarations. The definition of a macro is unknown; it is recognized by its position and, if
 * that is not enough, by its capital letters.
 */
import type { Span } from '../language.ts';
import { blank, brokenConditionals, spansOf } from '../mask.ts';

const macro = String.raw`[A-Z][A-Z0-9_]{2,}(?!\w)(?:\s?\([^(){};]*\))?`;
const group = String.raw`\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)`;
const keyword = String.raw`(?:alignas|asm|auto|bool|break|case|catch|char|class|concept|const|consteval|constexpr|constinit|continue|co_await|co_return|co_yield|decltype|default|define|delete|do|double|elif|else|enum|explicit|export|extern|float|for|friend|goto|if|import|inline|int|long|module|mutable|namespace|new|operator|private|protected|public|register|requires|return|short|signed|sizeof|static|struct|switch|template|thread_local|throw|try|typedef|typename|union|unsigned|using|virtual|void|volatile|while)\b`;

const specifiers = String.raw`(?:(?:static|extern|inline|virtual)[ \t]+)*`;

/** The type and the name after a macro, with `space` between them. */
function declaration(space: string): string {
  const type = String.raw`(?:(?:static|inline|const|struct|unsigned)${space}+)*(?!const\b|operator\b)[A-Za-z_][\w:]*(?:<[^<>;(){}]*>)?`;
  const name = String.raw`(?!operator\b)(?:[A-Za-z_]\w*\s*[(;=\[]|\(\s*\*|\(\w+\)\s*\()`;
  return `(?=${space}+${type}(?:${space}+|${space}*[*&]+${space}*)${name})`;
}

const places: readonly RegExp[] = [
  new RegExp(String.raw`\b(__attribute__\s*${group})`, 'dg'),
  // `class API Name : Base {`, `class API Name;`, `struct API Name {`
  new RegExp(String.raw`\b(?:class|struct|union)\s+(${macro})(?=\s+\w+(?:::\w+)*(?:\s+final)?\s*(?:\{|:[^:]))`, 'dg'),
  new RegExp(String.raw`\bclass\s+(${macro})(?=\s+\w+\s*;)`, 'dg'),
  // `API Type name(…)`, `api int *name;`: the first of three words in a row is neither type nor name.
  new RegExp(String.raw`^[ \t]*${specifiers}(${macro})${declaration(String.raw`\s`)}`, 'dgm'),
  new RegExp(String.raw`^[ \t]*${specifiers}((?!${keyword})[A-Za-z_]\w*)${declaration(String.raw`[ \t]`)}`, 'dgm'),
  // `Type *MACRO name = …`
  /\*\s*([A-Z][A-Z0-9_]{2,})(?=[ \t]+[A-Za-z_]\w*\s*[=;,()])/dg,
  // On a separate line: `API`, `ATTRIBUTE(…)`, `GENERATE(…)`
  new RegExp(String.raw`^(${macro})[ \t]*$(?!\s*\{)`, 'dgm'),
  // `name(…) const ATTRIBUTE(…);` and similar before a body; the preceding text distinguishes it from a cast.
  new RegExp(
    String.raw`[\w)]\s*${group}(?:\s*(?:const|noexcept|override|final))*\s+(${macro}(?:\s+${macro}){0,3})(?=\s*(?:[;{]|=\s*0|:[^:]))`,
    'dg',
  ),
  // `Type name ATTRIBUTE(…);`
  new RegExp(
    String.raw`[\w>*&]\s+(?!${keyword})[A-Za-z_]\w*(?:\[[\w:]*\])?\s+([A-Z][A-Z0-9_]{2,}\([\w.>-]*\))(?=\s*[;={])`,
    'dg',
  ),
  // `typedef list_of(type) name;` and `list_of(type) name;`: the rest parses as a type.
  new RegExp(
    String.raw`^[ \t]*(?:(?:typedef|extern|static)[ \t]+)?(?!${keyword})\w+(\([\w ,*]*\))(?=[ \t]+\**\w+[ \t]*;)`,
    'dgm',
  ),
  // Types as arguments, and macros between strings.
  /\bva_arg\s*\([^(),]*(,[^()]*)\)/dg,
  /"[ \t]*\b(PRI[dioxXu]\w+)\b/dg,
  /\b(PRI[dioxXu]\w+)[ \t]*"/dg,
];

/** Without a keyword before it, `int (*name)(Type *value)` could be a call. */
const beforeBrackets = [
  new RegExp(
    String.raw`^(${macro})(?=\s+[A-Za-z_]\w*(?:[ \t]+|[ \t]*\*+[ \t]*)\(\s*(?:\*\s*\w+|\w+)\s*\)\s*\()`,
    'dgm',
  ),
];
/** Outside of a class, `= default` could be an assignment. */
const defaulted = [/^[\w:<>, ]*::[~\w]+\([^()]*\)[^;={}]{0,200}(=\s*default\s*;)/dgm];

/** Parameters of a macro over several lines; offsets must stay, line structure need not. */
const longParameters = /^[ \t]*#[ \t]*define[ \t]+\w+\([^()\n]*(?:\\\r?\n[^()\n]*)+\)/gm;

export function maskMacros(source: string, isLate?: () => boolean): string {
  const text = source.replace(longParameters, (head) => head.replace(/[\\\r\n]/g, ' '));
  return blank(text, [
    ...spansOf(text, beforeBrackets, 'extern', isLate),
    ...spansOf(text, defaulted, '{}', isLate),
    ...spansOf(text, places, '', isLate),
    ...commentsInMacros(text),
    ...brokenConditionals(text),
  ]);
}

/** Comments on continued lines, which would end the macro for the grammar. */
function commentsInMacros(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.indexOf('/*');
  let end = -1;
  for (const { index: lineEnd } of text.matchAll(/\\\r?\n/g)) {
    const lineStart = text.lastIndexOf('\n', lineEnd) + 1;
    if (start !== -1 && start < lineStart) start = text.indexOf('/*', lineStart);
    while (start !== -1 && start < lineEnd) {
      if (end < start + 2) end = text.indexOf('*/', start + 2);
      if (end === -1) return spans;
      if (end > lineEnd) break;
      spans.push({ start, end: end + 2 });
      start = text.indexOf('/*', end + 2);
    }
  }
  return spans;
}
