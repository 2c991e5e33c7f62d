/**
 * JSON as people write it, with comments and trailing commas, parsed into a tree in which every node has its place in the
 * text.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** The root of the text. Throws a SyntaxError that names the first offset where the text is not JSON. */
export function parseJsonc(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${wordsOf(error)} at offset ${error.offset}`);
  if (root === undefined) throw new SyntaxError('value expected at offset 0');
  return root;
}

/** `ColonExpected` becomes "colon expected". */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/\B[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}
