/** Words that are keywords in C++ and names in C, made names for a grammar that knows only C++. */
import { maskMacros } from '../cpp/mask-macros.ts';

const foreign =
  /\b(?:and|bitand|bitor|catch|class|compl|delete|explicit|export|final|friend|mutable|namespace|new|not|operator|or|override|private|protected|public|requires|template|this|throw|try|typename|using|virtual|xor)\b(?!["'])/g;

export function maskKeywords(text: string): string {
  return maskMacros(text.replace(foreign, (word) => `_${word.slice(1)}`));
}
