/** The source of a symbol, with and without its declaration. */
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';

/** Returns the lines of a symbol, joined by `\n`. */
export async function textOfSymbol(view: RefView, symbol: SymbolRecord): Promise<string> {
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) throw new Error(`The file of ${symbol.name} is not on ${view.ref.name}.`);
  const lines = (await view.store.text(file)).split(/\r?\n/);
  return lines.slice(symbol.lineStart - 1, symbol.lineEnd).join('\n');
}

/** Returns the text after the declaration, which is one line in `signature` but may span several in the text. */
export function withoutSignature(text: string, signature: string): string {
  const wanted = signature.replace(/\s+/g, '');
  // Attributes and decorators may precede the declaration.
  for (let start = 0; start !== -1; start = nextLine(text, start)) {
    const end = endOf(text, start, wanted);
    if (end !== undefined) return text.slice(end).trimStart();
  }
  return text;
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? -1 : end + 1;
}

/** Returns where the wanted characters end if they begin at `start`, ignoring whitespace; otherwise undefined. */
function endOf(text: string, start: number, wanted: string): number | undefined {
  let at = start;
  for (let index = 0; index < wanted.length; at++) {
    const character = text[at];
    if (character === undefined) return undefined;
    if (/\s/.test(character)) continue;
    if (character !== wanted[index]) return undefined;
    index++;
  }
  return at;
}
