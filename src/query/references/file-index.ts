/** What the searches for several names in one file share: its lines, comments, strings, symbols and imports. */
import type { SourceFile } from '../../languages/entity.ts';
import type { Lexis } from '../../languages/lexis.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { NamesText } from '../resolve/names/names-text.ts';
import { type ImportsAround, importsAround } from './imports-around.ts';
import { innermostAround, innermostAt } from './line-ranges.ts';
import { Brackets } from './literals/brackets.ts';
import { firstSpanFrom, type LiteralSpan, literalSpans, spanAt } from './literals/literal-spans.ts';
import type { SiteText } from './site-context.ts';

/** The lines of a text and the symbols around them. */
export class LinedText {
  readonly text: string;
  readonly #symbols: readonly SymbolRecord[];
  readonly #names: NamesText;
  readonly #lines: LineIndex;
  readonly #writtenLines: LineIndex;
  /** By line. */
  #innermost: Int32Array | undefined;
  #asked = 0;

  constructor(text: NamesText, symbols: readonly SymbolRecord[]) {
    this.text = text.text;
    this.#names = text;
    this.#symbols = symbols;
    this.#lines = new LineIndex(text.text);
    this.#writtenLines = text.written === text.text ? this.#lines : new LineIndex(text.written);
  }

  lineAt(offset: number): number {
    return this.#lines.lineAt(offset);
  }

  /** The index of the innermost symbol around a line, or -1. */
  enclosingAt(line: number): number {
    // To fill in all lines is worth it for many names only.
    if (this.#innermost === undefined && this.#asked++ < maxScans) return innermostAt(this.#symbols, line);
    this.#innermost ??= innermostAround(this.#symbols, this.#lines.count);
    return this.#innermost[line - 1] ?? -1;
  }

  /** The line and column of an offset, and the text of its line as written, without indentation. */
  placeOf(offset: number): { readonly line: number; readonly column: number; readonly text: string } {
    const at = this.#names.writtenOffset(offset);
    const line = this.#writtenLines.lineAt(at);
    const start = this.#writtenLines.startOf(line);
    const whole = this.#names.written.slice(start, this.#writtenLines.endOf(line));
    // A very long line is shown around the name.
    const from = whole.length > maxTextLength ? Math.max(0, at - start - maxTextLength / 2) : 0;
    return { line, column: at - start + 1, text: whole.slice(from, from + maxTextLength).trim() };
  }
}

const maxTextLength = 200;
/** How often the symbols are searched for one line. */
const maxScans = 16;

/** A source whose names are compared with those of the target. */
export class FileIndex extends LinedText implements SiteText {
  readonly source: SourceFile;
  readonly lexis: Lexis;
  readonly imports: ImportsAround;
  readonly #spans: readonly LiteralSpan[];
  readonly #hasSpace = new Map<LiteralSpan, boolean>();
  #brackets: Brackets | undefined;

  /** `spans`: the literals up to the last name. */
  constructor(
    text: NamesText,
    source: SourceFile,
    lexis: Lexis,
    spans: readonly LiteralSpan[] = literalSpans(text.text, lexis),
  ) {
    super(text, source.symbols);
    this.source = source;
    this.lexis = lexis;
    this.imports = importsAround(source.imports);
    this.#spans = spans;
  }

  /** The comment or string around an offset. */
  literalAt(offset: number): LiteralSpan | undefined {
    return spanAt(this.#spans, offset);
  }

  codeBetween(start: number, end: number): string {
    let code = '';
    let at = start;
    for (let next = firstSpanFrom(this.#spans, start); next < this.#spans.length; next++) {
      const span = this.#spans[next] as LiteralSpan;
      if (span.start >= end) break;
      if (span.is === 'string') continue;
      const [from, to] = [Math.max(at, span.start), Math.min(end, span.end)];
      code += this.text.slice(at, from) + this.text.slice(from, to).replace(/[^\n]/g, ' ');
      at = to;
    }
    return code + this.text.slice(at, end);
  }

  bracketAround(offset: number): number {
    this.#brackets ??= new Brackets(this.text, this.#spans);
    return this.#brackets.around(offset);
  }

  /** A literal may contain thousands of names, so it is read once. */
  hasSpace(literal: LiteralSpan): boolean {
    const hasSpace = this.#hasSpace.get(literal) ?? /\s/.test(this.text.slice(literal.start, literal.end));
    this.#hasSpace.set(literal, hasSpace);
    return hasSpace;
  }
}
