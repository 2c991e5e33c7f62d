/**
 * The lexis of a language is what telling code from comments and strings takes, without a parser: their delimiters, and
 * how an assignment, a local declaration or a decorator looks around a name.
 */

export interface Lexis {
  /** Sources of patterns that open a comment to the end of the line. */
  readonly lineComments: readonly string[];
  readonly blockComments?: readonly (readonly [open: string, close: string])[];
  /** Block comments contain others (Rust). */
  readonly nestsComments?: true;
  /** In the order in which they are tried: longer delimiters first. */
  readonly strings: readonly StringForm[];
  /** `$` is a letter of names (JavaScript), rather than a sign before them (shell). */
  readonly dollarInNames?: true;
  /** Matches the text of the line before a name that is applied as a decorator, attribute or annotation. */
  readonly decoratorBefore?: RegExp;
  /** Matches the text before a name that it declares as a local variable, up to some lines back. */
  readonly localBefore?: RegExp;
  /** The same for the text after the name. */
  readonly localAfter?: RegExp;
  /** A declared local name is local in its whole function, also above the declaration (Python). */
  readonly localsFillFunctions?: true;
  /** Matches the text before a name that is exported by a statement of its own. */
  readonly exportBefore?: RegExp;
  /** Matches the text after the name of a macro that is called; nothing else is called so (Rust). */
  readonly macroAfter?: RegExp;
  /** The bracket before the members that a value is built from: `Store{name: x}` in Go, `Store(name=x)` in Python. */
  readonly builtWith?: '{' | '(';
  /** A key there may also be an expression, of a map or an array (Go). */
  readonly keysAreExpressions?: true;
}

export interface StringForm {
  /** The source of a pattern; a group may capture what the end repeats. */
  readonly open: string;
  /** The text that ends it; `$1` and `$2` are the captured texts. Absent: `open` matches the whole literal. */
  readonly close?: string;
  /** A backslash escapes the next character. */
  readonly escapes?: boolean;
  /** It may contain line breaks. Otherwise an opening quote without an end on its line is not a string. */
  readonly spansLines?: boolean;
  /** It ends at a line that contains only the captured text (here-documents). */
  readonly endsAtLine?: true;
  /** The delimiters of code inside it. */
  readonly code?: readonly [open: string, close: string];
  /** Names after `$` are code (shell). */
  readonly expandsNames?: true;
}

export const doubleQuoted: StringForm = { open: '"', close: '"', escapes: true };
export const singleQuoted: StringForm = { open: "'", close: "'", escapes: true };
/** A character: an apostrophe that opens none is a lifetime, a label or a digit separator. */
export const character: StringForm = { open: String.raw`'(?:\\[^\n]{1,10}?|[^'\\\n])'` };

const slashComments = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
} as const satisfies Partial<Lexis>;

/** Languages with the comments and strings of C; the default for a language without a lexis of its own. */
export const cLexis: Lexis = { ...slashComments, strings: [doubleQuoted, character] };

export const scriptLexis: Lexis = {
  ...slashComments,
  dollarInNames: true,
  strings: [
    { open: '`', close: '`', escapes: true, spansLines: true, code: ['${', '}'] },
    doubleQuoted,
    singleQuoted,
    // A slash where an expression begins opens a regular expression.
    {
      open: String.raw`(?<=(?:^|[(,=:[!&|?{};+*%~^<>-]|=>|\b(?:return|typeof|case|in|of|delete|void|throw|await|yield))[ \t]{0,20})\/(?![/*])(?:\\.|[^/\\\n]|(?<=\[[^\]\n/[]{0,100})\/)+\/[a-z]*`,
    },
  ],
  decoratorBefore: /@(?:[\w$]+\.)*$/,
  localBefore: /$(?<=\b(?:let|const|var|function|catch\s*\()\s+(?:[{[][^=;]*)?)/,
  localAfter: /^\s*=>/,
  exportBefore:
    /$(?<=(?:^|[;}\n])\s*export\s*(?:type\s*)?\{[^{}]*|\bexport\s+default\s+|\bexports(?:\.[\w$]+)?\s*=\s*(?:\{[^{}]*)?)/,
};
