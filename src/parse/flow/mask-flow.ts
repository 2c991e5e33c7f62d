/**
 * Flow's types are close to those of TypeScript, whose grammar reads them. What it cannot read is blanked: maybe
 * types, exact objects, variance, casts. Every character keeps its place.
 */
export function maskFlow(text: string): string {
  return text
    .replace(/\bimport typeof\b/g, 'import type  ')
    .replace(/\bopaque(?= type\b)/g, '      ')
    .replace(/(?<=(?:[:(<|,&=[]|=>)\s*)\?(?=[\w$({[*'"])/g, ' ')
    .replace(/\{\|/g, '{ ')
    .replace(/\|\}/g, ' }')
    .replace(/(?<=[{,;}]\s*(?:\/\/.*\s*)?)[+-](?=[\w$]+\??\s*:)/g, ' ')
    .replace(casts, blankType);
}

/** `(value: Type)`, not the parameters of a function. */
const casts =
  /(?<=(?:[=(,!?:&|{};[+*/>-]|\b(?:return|await|typeof|throw|case|in|of|else))\s*\((?:[\w$.]|\[[^\][]*\]|\([^()]*\))+)\s*:\s*(?:[\w$.<>|&?*\s'"[\],]|\{[^{}]*\}|\([^()]*\)|=>)+(?=\))(?!\)\s*(?:=>|[:{]))/g;

function blankType(written: string): string {
  return written.replace(/\S/g, ' ');
}
