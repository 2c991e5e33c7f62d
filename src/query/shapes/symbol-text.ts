/** The source of a symbol, with and without its declaration. */
import type { SymbolRecord } from '../../store/store.ts';
import { copied } from '../../text/copied.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { RefView } from '../view/ref-view.ts';

/** Returns the first characters of a symbol, lines joined by `\n`: a copy, which does not keep the file in memory. */
export async function textOfSymbol(view: RefView, symbol: SymbolRecord, maxChars = Infinity): Promise<string> {
  const { text, lines } = await sourceOf(view, symbol);
  if (symbol.lineStart > lines.count) return '';
  const start = lines.startOf(symbol.lineStart);
  const part = text.slice(start, Math.min(lines.behind(symbol.lineEnd), start + maxChars));
  const plain = part.includes('\r') ? part.replaceAll('\r\n', '\n') : part;
  return copied(plain.endsWith('\n') ? plain.slice(0, -1) : plain);
}

interface Source {
  readonly text: string;
  readonly lines: LineIndex;
}

/** The file that was read last. A file may have thousands of symbols of one name, which are read one after the other. */
const lastSources = new WeakMap<RefView, { readonly versionId: number; readonly source: Promise<Source> }>();

function sourceOf(view: RefView, symbol: SymbolRecord): Promise<Source> {
  const { versionId } = symbol;
  const last = lastSources.get(view);
  if (last?.versionId === versionId) return last.source;
  const source = readSource(view, symbol);
  lastSources.set(view, { versionId, source });
  return source;
}

async function readSource(view: RefView, symbol: SymbolRecord): Promise<Source> {
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) throw new Error(`The file of ${symbol.name} is not on ${view.ref.name}.`);
  const text = await view.store.text(file);
  return { text, lines: new LineIndex(text) };
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

/** Returns where the next line that is not blank starts, or -1. From each blank line, all others would be read again. */
function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end === -1) return -1;
  let at = end;
  while (at < text.length && isBlank.test(text[at] as string)) at++;
  return at < text.length ? at : -1;
}

const isBlank = /\s/;

/** Returns where the wanted characters end if they begin at `start`, ignoring whitespace; otherwise undefined. */
function endOf(text: string, start: number, wanted: string): number | undefined {
  let at = start;
  for (let index = 0; index < wanted.length; at++) {
    const character = text[at];
    if (character === undefined) return undefined;
    if (isBlank.test(character)) continue;
    if (character !== wanted[index]) return undefined;
    index++;
  }
  return at;
}
