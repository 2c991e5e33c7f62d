/**
 * Judges by the words and punctuation around a name whether a line looks like its definition or like a use, without
 * parsing. The words come from the languages; the rest holds for most of them.
 */
import { escapedForPattern } from '../../text/words.ts';

/** How much a line looks like the definition of a name in it. */
export const likelihood = { none: 0, weak: 1, medium: 2, strong: 3 } as const;

/** Longer lines are data or minified code. */
export const maxLineLength = 400;

/** Returns a judge of lines, each given as the text before the name and the text after it. */
export function definitionJudge(definitionWords: readonly string[]): (before: string, after: string) => number {
  const keywords = definitionWords.map(escapedForPattern).join('|');
  // `def name`, `export function* name`, `def self.name`, `func (r *Receiver) name`
  const keyword = new RegExp(String.raw`(?:^|[^\w$.])(?:${keywords})(?:[\s*&]+|\s*\([^)]*\)\s*)(?:[\w$]+(?:\.|::))*$`);
  return (before, after) => {
    if (before.length > maxLineLength || isComment.test(before)) return likelihood.none;
    if (keywords !== '' && keyword.test(before)) return likelihood.strong;
    if (isStatement.test(before)) return likelihood.none;
    if (isTyped.test(before) && /^\s*\(/.test(after)) {
      return /;\s*$/.test(after) ? likelihood.weak : likelihood.medium;
    }
    if (!isModifiers.test(before)) return likelihood.none;
    // A method or a shell function; a call does not end with a brace.
    if (/^\s*(?:<[^>]*>)?\(.*\{\s*$/.test(after)) return likelihood.medium;
    if (/^\s*(?::[^=]*)?=(?!=)/.test(after)) return before === '' ? likelihood.medium : likelihood.weak;
    return /^(?:\s*[:?]|\s+[\w[*({]|\s*(?:[,;]\s*)?$)/.test(after) ? likelihood.weak : likelihood.none;
  };
}

const isComment = /^\s*(?:\/\/|\/?\*|#\s|--\s|<!--)/;
/** `static int *`, `public List<String> `, `void Type::` */
const isTyped = /^\s*(?:[\w$<>,[\]:.?@]+[\s*&]+)+(?:[\w$]+(?:\.|::))*$/;
/** Words that begin a statement, not a declaration. */
const isStatement =
  /^\s*(?:return|throw|raise|new|else|elif|if|while|for|case|yield|await|assert|del|go|defer|not|and|or|in|import|from|use|package|goto|print|delete|typeof)\b/;
/** Nothing but lower-case words and annotations before the name: `public static `, `@cached `. */
const isModifiers = /^\s*(?:@?[a-z]+\s+)*[#*]?$/;
