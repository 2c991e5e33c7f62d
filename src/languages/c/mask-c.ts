/** Masks C syntax that the C++ grammar cannot parse. */
import { maskMacros } from '../cpp/mask-macros.ts';
import { blank, spansOf } from '../mask.ts';

/** Keywords in C++ that are names in C. */
const foreign =
  /\b(?:and|bitand|bitor|catch|class|compl|delete|explicit|export|final|friend|mutable|namespace|new|not|operator|or|override|private|protected|public|requires|template|this|throw|try|typename|using|virtual|xor)\b(?!["'])/g;

/** Parameter types between the head of a function and its body (K&R style). */
const oldParameters = [/^[\w \t*]*\w\s*\([\w\s,]+\)\s*((?:[A-Za-z_][\w\s*,[\]()]{0,200};\s*){1,20})(?=\{)/dgm];

export function maskC(text: string): string {
  const renamed = text.replace(foreign, (word) => `_${word.slice(1)}`);
  return maskMacros(blank(renamed, spansOf(renamed, oldParameters)));
}
