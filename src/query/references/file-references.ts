/**
 * The occurrences of a name in one file, each with its kind and its meaning: stored facts tell calls, types and imports;
 * the text around the name tells the rest.
 */
import { functionKinds, type SourceFile, typeKinds } from '../../languages/entity.ts';
import { hasCalls, isSameFamily, languageNamed } from '../../languages/languages.ts';
import { cLexis, type Lexis } from '../../languages/lexis.ts';
import { isProse } from '../../languages/text-kinds.ts';
import type { ImportFact, ReferenceFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';
import { sourceFile } from '../resolve/names/source-file.ts';
import type { RefView } from '../view/ref-view.ts';
import { definitionsIn } from './definitions-in.ts';
import { type LiteralSpan, literalSpans, spanAt } from './literal-spans.ts';
import { matchFacts } from './match-facts.ts';
import { linesAt, occurrencesIn } from './occurrences.ts';
import type { ReferenceTarget } from './reference-target.ts';
import { contextOf, type SiteContext } from './site-context.ts';
import { type Meaning, meaningAt, meaningOfImport, type Site } from './site-meaning.ts';

export const referenceUses = [
  'call',
  'read',
  'write',
  'type',
  'import',
  'export',
  'inherit',
  'decorate',
  'mention',
] as const;
export type ReferenceUse = (typeof referenceUses)[number];

export interface Occurrence {
  readonly file: FileVersion;
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly use: ReferenceUse | 'definition';
  readonly meaning: Meaning;
  /** The line without its indentation. */
  readonly text: string;
  /** The enclosing symbol. */
  readonly within: SymbolRecord | undefined;
  /** The name as written, if it is an import alias. */
  readonly alias?: string;
  /** A mention that may name the symbol for a program: a string without spaces, or a line of a configuration. */
  readonly mayName?: true;
}

export interface FileOccurrences {
  readonly occurrences: readonly Occurrence[];
  /** Lines that contain the name. */
  readonly lines: number;
}

/** Decides a meaning, or returns undefined if the budget for it is spent. */
export type Decide = (view: RefView, target: ReferenceTarget, site: Site) => Promise<Meaning>;

/** Finds the target's name in a file, or with `alias` the local name of an import of the target. */
export async function occurrencesOf(
  view: RefView,
  target: ReferenceTarget,
  file: FileVersion,
  decide: Decide = meaningAt,
  alias?: string,
): Promise<FileOccurrences> {
  const text = await view.store.text(file);
  const language = languageNamed(file.language);
  const lexis = language?.lexis ?? cLexis;
  const name = alias ?? target.name;
  const offsets = occurrencesIn(text, name, language !== undefined && lexis.dollarInNames === true);
  if (offsets.length === 0) return { occurrences: [], lines: 0 };
  const lineIndex = new LineIndex(text);
  const place = (offset: number) => placeIn(text, lineIndex, offset);
  const lines = linesAt(text, offsets);
  // A document, or code in a language that does not share names with the target's.
  if (language === undefined || !isSameFamily(file.language, target.symbols[0].language)) {
    const symbols = language === undefined ? [] : await view.store.symbols(file);
    const mention = (offset: number): Occurrence => {
      const at = place(offset);
      const within = symbols[enclosingAt(symbols, at.line)];
      return { file, ...at, use: 'mention', meaning: 'unknown', within, ...(isProse(file) ? {} : { mayName: true }) };
    };
    return { occurrences: offsets.map(mention), lines };
  }
  const source = await sourceFile(view, file);
  const spans = literalSpans(text, lexis);
  const reader = new FileReader(view, target, source, text, lineIndex, lexis, spans, name, decide);
  const found: Occurrence[] = [];
  for (const judged of await reader.judge(offsets)) {
    const { offset, use, meaning, within, mayName } = judged;
    if (alias !== undefined && (use === 'mention' || use === 'import' || meaning !== 'target')) continue;
    const at = place(offset);
    const marks = { ...(alias === undefined ? {} : { alias }), ...(mayName ? { mayName } : {}) };
    found.push({ file, ...at, use, meaning, within, ...marks });
  }
  return { occurrences: found, lines };
}

interface Judged {
  readonly offset: number;
  readonly use: Occurrence['use'];
  readonly meaning: Meaning;
  readonly within: SymbolRecord | undefined;
  readonly mayName?: true;
}

class FileReader {
  readonly #view: RefView;
  readonly #target: ReferenceTarget;
  readonly #source: SourceFile;
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #lexis: Lexis;
  readonly #spans: readonly LiteralSpan[];
  readonly #name: string;
  readonly #decide: Decide;

  constructor(
    view: RefView,
    target: ReferenceTarget,
    source: SourceFile,
    text: string,
    lines: LineIndex,
    lexis: Lexis,
    spans: readonly LiteralSpan[],
    name: string,
    decide: Decide,
  ) {
    this.#view = view;
    this.#target = target;
    this.#source = source;
    this.#text = text;
    this.#lines = lines;
    this.#lexis = lexis;
    this.#spans = spans;
    this.#name = name;
    this.#decide = decide;
  }

  async judge(offsets: readonly number[]): Promise<Judged[]> {
    const { symbols, file } = this.#source;
    const code = offsets.filter((offset) => this.#isCode(offset));
    const contexts = new Map(
      code.map((offset) => [offset, contextOf(this.#text, offset, this.#name.length, this.#lexis)]),
    );
    const definitions = definitionsIn(this.#source, this.#name, code, this.#text, this.#lines, contexts);
    const facts = (await this.#view.store.referencesNamedIn(file, this.#name)).filter(({ kind }) => kind !== 'alias');
    const uses = code.filter((offset) => !definitions.has(offset) && this.#importAt(offset) === undefined);
    const factAt = matchFacts(facts, uses, (offset) => this.#lines.lineAt(offset), contexts);
    const judged: Judged[] = [];
    for (const offset of offsets) {
      const line = this.#lines.lineAt(offset);
      const fact = factAt.get(offset);
      const position = fact?.within ?? enclosingAt(symbols, line);
      const within = symbols[position];
      const defined = definitions.get(offset);
      const add = (use: Judged['use'], meaning: Meaning) => judged.push({ offset, use, meaning, within });
      if (defined !== undefined) {
        add('definition', this.#isTarget(defined) ? 'target' : 'other');
        continue;
      }
      const imported = this.#importAt(offset);
      const context = contexts.get(offset);
      if (imported !== undefined) {
        // The statement that introduces an alias is a use of the name, and counted there.
        if (this.#name !== this.#target.name) continue;
        const isPath = this.#isPathPart(offset);
        const meaning = await meaningOfImport(this.#view, this.#target, this.#source, imported, this.#name, isPath);
        add(imported.reexport ? 'export' : 'import', meaning);
      } else if (context === undefined) {
        const isListed = this.#lexis.exportBefore?.test(this.#text.slice(Math.max(0, offset - maxExport), offset));
        const span = spanAt(this.#spans, offset);
        const isString = span?.is === 'string';
        const mayName = isString && !/\s/.test(this.#text.slice(span.start, span.end));
        if (isListed && isString) add('export', this.#isOwnFile() ? 'target' : 'unknown');
        else judged.push({ offset, use: 'mention', meaning: 'unknown', within, ...(mayName ? { mayName } : {}) });
      } else {
        const isShadowed = fact === undefined && this.#isShadowed(offset, contexts);
        const site: Site = {
          name: this.#name,
          source: this.#source,
          line,
          within: position,
          context,
          isShadowed,
          ...(fact && { fact }),
        };
        add(this.#useOf(context, fact, line), await this.#decide(this.#view, this.#target, site));
      }
    }
    return judged;
  }

  #isTarget(symbol: SymbolRecord): boolean {
    return this.#target.symbols.some(({ id }) => id === symbol.id);
  }

  #isOwnFile(): boolean {
    return this.#source.file.id === this.#target.symbols[0].versionId;
  }

  #isCode(offset: number): boolean {
    const span = spanAt(this.#spans, offset);
    if (span === undefined) return true;
    return span.expandsNames && /\$\{?$/.test(this.#text.slice(Math.max(0, offset - 2), offset));
  }

  /** Returns the import statement around an occurrence, if it names the symbol or its module. */
  #importAt(offset: number): ImportFact | undefined {
    const line = this.#lines.lineAt(offset);
    const around = this.#source.imports.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
    const name = this.#name;
    if (around.length === 0 || spanAt(this.#spans, offset)?.is === 'comment') return undefined;
    return (
      around.find((fact) => fact.name === name || fact.alias === name) ??
      around.find((fact) => fact.source.split(/[^\p{L}\p{N}_$]+/u).includes(name))
    );
  }

  /** Whether an occurrence in an import is a part of the path, which names modules, rather than an imported name. */
  #isPathPart(offset: number): boolean {
    const end = offset + this.#name.length;
    return (
      spanAt(this.#spans, offset)?.is === 'string' || /^\s*(?:\.|::|import\b)/.test(this.#text.slice(end, end + 80))
    );
  }

  /** Whether an enclosing function declares a local variable of that name, at or above the place. */
  #isShadowed(offset: number, contexts: ReadonlyMap<number, SiteContext>): boolean {
    const { symbols } = this.#source;
    const line = this.#lines.lineAt(offset);
    for (let at = enclosingAt(symbols, line); at !== -1; at = symbols[at]?.parent ?? -1) {
      const around = symbols[at] as SymbolRecord;
      if (!functionKinds.has(around.kind)) continue;
      const last = this.#lexis.localsFillFunctions ? around.lineEnd : line;
      for (const [other, { declaresLocal }] of contexts) {
        const otherLine = declaresLocal ? this.#lines.lineAt(other) : 0;
        if (declaresLocal && around.lineStart <= otherLine && otherLine <= last) return true;
      }
    }
    return false;
  }

  /** Whether an impl of the type begins on a line. */
  #isImplHeader(line: number): boolean {
    return (
      this.#source.byName.get(this.#name)?.some(({ kind, lineStart }) => kind === 'impl' && lineStart === line) === true
    );
  }

  #useOf(context: SiteContext, fact: ReferenceFact | undefined, line: number): ReferenceUse {
    const { kind } = this.#target.symbols[0];
    if (context.isDecorator) return 'decorate';
    if (fact !== undefined) return factUses[fact.kind];
    if (context.isExport && context.receiver === undefined) return 'export';
    if (context.key !== undefined && !context.declaresLocal && this.#target.isMember) return 'write';
    if (context.isAssigned) return 'write';
    if (context.isCalled) return 'call';
    if (this.#isImplHeader(line)) return 'type';
    return typeKinds.has(kind) && !hasCalls(this.#source.file.language) ? 'type' : 'read';
  }
}

const maxExport = 2_000;

const factUses: Readonly<Record<ReferenceFact['kind'], ReferenceUse>> = {
  call: 'call',
  construct: 'call',
  type: 'type',
  inherit: 'inherit',
  value: 'read',
  alias: 'import',
};

/** The index of the innermost symbol around a line, or -1. */
function enclosingAt(symbols: readonly SymbolRecord[], line: number): number {
  let best = -1;
  let size = Number.POSITIVE_INFINITY;
  for (const { position, lineStart, lineEnd } of symbols) {
    if (lineStart > line || line > lineEnd || lineEnd - lineStart > size) continue;
    best = position;
    size = lineEnd - lineStart;
  }
  return best;
}

const maxTextLength = 200;

function placeIn(text: string, lines: LineIndex, offset: number): Pick<Occurrence, 'line' | 'column' | 'text'> {
  const line = lines.lineAt(offset);
  const start = lines.startOf(line);
  const newline = text.indexOf('\n', start);
  const whole = text.slice(start, newline === -1 ? text.length : newline);
  // A very long line is shown around the name.
  const from = whole.length > maxTextLength ? Math.max(0, offset - start - maxTextLength / 2) : 0;
  return { line, column: offset - start + 1, text: whole.slice(from, from + maxTextLength).trim() };
}
