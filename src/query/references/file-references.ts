/**
 * The occurrences of a name in one file, each with its kind and its meaning: stored facts tell calls, types and imports;
 * the text around the name tells the rest.
 */
import { typeKinds } from '../../languages/entity.ts';
import { hasCalls, isSameFamily, languageNamed } from '../../languages/languages.ts';
import { cLexis } from '../../languages/lexis.ts';
import { isProse } from '../../languages/text-kinds.ts';
import type { ImportFact, ReferenceFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { type NamesText, namesText } from '../resolve/names/names-text.ts';
import { sourceFile } from '../resolve/names/source-file.ts';
import { inTurns } from '../view/in-turns.ts';
import type { RefView } from '../view/ref-view.ts';
import { definitionsIn } from './definitions-in.ts';
import { FileIndex, LinedText } from './file-index.ts';
import { literalsUpTo } from './literals/known-literals.ts';
import { matchFacts } from './match-facts.ts';
import { linesAt, occurrencesIn, occurrencesOfWords } from './occurrences.ts';
import type { ReferenceTarget } from './reference-target.ts';
import { ShadowingLocals } from './shadowing-locals.ts';
import { type CodeSite, contextOf, type SiteContext } from './site-context.ts';
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
  readonly meaning: DecidedMeaning;
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

/** `undecided`: not resolved, because the budget for it is spent. */
export type DecidedMeaning = Meaning | 'undecided';
export type Decide = (view: RefView, target: ReferenceTarget, site: Site) => Promise<DecidedMeaning>;

/** Finds the target's name in a file, and the local names that imports of the file give to the target. */
export async function occurrencesOf(
  view: RefView,
  target: ReferenceTarget,
  file: FileVersion,
  aliases: readonly string[] = [],
  decide: Decide = meaningAt,
): Promise<FileOccurrences> {
  const names = await namesText(view, file);
  const { text } = names;
  const language = languageNamed(file.language);
  const lexis = language?.lexis ?? cLexis;
  const dollarInNames = language !== undefined && lexis.dollarInNames === true;
  const offsetsOf = (name: string) => occurrencesIn(text, name, dollarInNames);
  const offsets = offsetsOf(target.name);
  const lines = linesAt(text, offsets);
  if (offsets.length === 0 && aliases.length === 0) return { occurrences: [], lines };
  // A document, or code in a language that does not share names with the target's.
  if (language === undefined || !isSameFamily(file.language, target.symbols[0].language)) {
    const symbols = language === undefined ? [] : await view.store.symbols(file);
    return { occurrences: await mentionsAt(view, file, symbols, names, offsets), lines };
  }
  // A file may import very many symbols under other names.
  const words = occurrencesOfWords(text, aliases, dollarInNames);
  const renames: { readonly alias: string; readonly at: readonly number[] }[] = [];
  await inTurns(view, aliases, (alias) => {
    renames.push({ alias, at: words.get(alias) ?? offsetsOf(alias) });
  });
  const last = renames.reduce((end, { at }) => Math.max(end, at.at(-1) ?? 0), offsets.at(-1) ?? 0);
  const literals = await literalsUpTo(view, file, text, lexis, last);
  const index = new FileIndex(names, await sourceFile(view, file), lexis, literals);
  const found = await new NameReader(view, target, index, target.name, decide).judge(offsets);
  for (const { alias, at } of renames) {
    const renamed = await new NameReader(view, target, index, alias, decide).judge(at);
    for (const each of renamed) if (isRenamedUse(each)) found.push({ ...each, alias });
  }
  if (aliases.length > 0) found.sort((a, b) => a.offset - b.offset);
  const occurrences: Occurrence[] = [];
  await inTurns(view, found, ({ offset, ...judged }) => {
    occurrences.push({ file, ...index.placeOf(offset), ...judged });
  });
  return { occurrences, lines };
}

/** Every place of a name in a text whose names are not resolved. */
async function mentionsAt(
  view: RefView,
  file: FileVersion,
  symbols: readonly SymbolRecord[],
  text: NamesText,
  offsets: readonly number[],
): Promise<Occurrence[]> {
  const lined = new LinedText(text, symbols);
  const found: Occurrence[] = [];
  await inTurns(view, offsets, (offset) => {
    const at = lined.placeOf(offset);
    const within = symbols[lined.enclosingAt(at.line)];
    const marks = isProse(file) ? {} : { mayName: true as const };
    found.push({ file, ...at, use: 'mention', meaning: 'unknown', within, ...marks });
  });
  return found;
}

/** The statement that introduces an alias is a use of the name, and counted there. */
function isRenamedUse({ use, meaning }: Judged): boolean {
  return use !== 'mention' && use !== 'import' && (meaning === 'target' || meaning === 'undecided');
}

interface Judged extends Pick<Occurrence, 'use' | 'meaning' | 'within' | 'alias' | 'mayName'> {
  readonly offset: number;
}

/** Reads the occurrences of one name. */
class NameReader {
  readonly #view: RefView;
  readonly #target: ReferenceTarget;
  readonly #file: FileIndex;
  readonly #name: string;
  readonly #decide: Decide;
  /** The lines on which an impl of the type begins. */
  readonly #implHeaders: ReadonlySet<number>;

  constructor(view: RefView, target: ReferenceTarget, file: FileIndex, name: string, decide: Decide) {
    this.#view = view;
    this.#target = target;
    this.#file = file;
    this.#name = name;
    this.#decide = decide;
    const impls = file.source.byName.get(name)?.filter(({ kind }) => kind === 'impl') ?? [];
    this.#implHeaders = new Set(impls.map(({ lineStart }) => lineStart));
  }

  async judge(offsets: readonly number[]): Promise<Judged[]> {
    const { text, source, lexis } = this.#file;
    const { symbols } = source;
    const lines = offsets.map((offset) => this.#file.lineAt(offset));
    const sites = await this.#sitesAt(offsets, lines);
    const code = sites.filter((site) => site !== undefined);
    const definitions = definitionsIn(source, this.#name, code, text);
    const imports = this.#importsAt(offsets, lines);
    const uses = sites.filter(
      (site, at): site is CodeSite => site !== undefined && !definitions.has(site.offset) && imports[at] === undefined,
    );
    const factAt = matchFacts(await this.#facts(), uses);
    const declaring = code.filter(({ context }) => context.declaresLocal).map(({ line }) => line);
    const locals = new ShadowingLocals(symbols, declaring, lexis.localsFillFunctions === true);
    const judged: Judged[] = [];
    await inTurns(this.#view, offsets, async (offset, at) => {
      const line = lines[at] as number;
      const fact = factAt.get(offset);
      const position = fact?.within ?? this.#file.enclosingAt(line);
      const place = { offset, within: symbols[position] };
      const defined = definitions.get(offset);
      const imported = imports[at];
      const context = sites[at]?.context;
      if (defined !== undefined) {
        judged.push({ ...place, use: 'definition', meaning: this.#isTarget(defined) ? 'target' : 'other' });
      } else if (imported !== undefined) {
        // The statement that introduces an alias is counted as a use of the name.
        if (this.#name === this.#target.name) judged.push({ ...place, ...(await this.#readImport(offset, imported)) });
      } else if (context === undefined) {
        judged.push({ ...place, ...this.#readLiteral(offset) });
      } else {
        const isShadowed = fact === undefined && locals.hide(position, line);
        const site: Site = {
          name: this.#name,
          source,
          line,
          within: position,
          context,
          isShadowed,
          ...(fact && { fact }),
        };
        const meaning = await this.#decide(this.#view, this.#target, site);
        judged.push({ ...place, use: this.#useOf(context, fact, line), meaning });
      }
    });
    return judged;
  }

  /** The occurrences in code; undefined for those in comments and strings. */
  async #sitesAt(offsets: readonly number[], lines: readonly number[]): Promise<readonly (CodeSite | undefined)[]> {
    const { lexis } = this.#file;
    const sites: (CodeSite | undefined)[] = [];
    await inTurns(this.#view, offsets, (offset, at) => {
      const line = lines[at] as number;
      const context = this.#isCode(offset) ? contextOf(this.#file, offset, this.#name.length, lexis) : undefined;
      sites.push(context === undefined ? undefined : { offset, line, context });
    });
    return sites;
  }

  /** What parsing extracted. */
  async #facts(): Promise<readonly ReferenceFact[]> {
    const facts = await this.#view.store.referencesNamedIn(this.#file.source.file, this.#name);
    return facts.filter(({ kind }) => kind !== 'alias');
  }

  #isTarget(symbol: SymbolRecord): boolean {
    return this.#target.ids.has(symbol.id);
  }

  #isOwnFile(): boolean {
    return this.#file.source.file.id === this.#target.symbols[0].versionId;
  }

  #isCode(offset: number): boolean {
    const literal = this.#file.literalAt(offset);
    if (literal === undefined) return true;
    return literal.expandsNames && /\$\{?$/.test(this.#file.text.slice(Math.max(0, offset - 2), offset));
  }

  /** The import statements around the occurrences, if they name the symbol or its module. */
  #importsAt(offsets: readonly number[], lines: readonly number[]): readonly (ImportFact | undefined)[] {
    const imports = this.#file.imports.of(this.#name, lines);
    return imports.map((fact, at) => {
      const isComment = fact !== undefined && this.#file.literalAt(offsets[at] as number)?.is === 'comment';
      return isComment ? undefined : fact;
    });
  }

  async #readImport(offset: number, fact: ImportFact): Promise<Pick<Judged, 'use' | 'meaning'>> {
    const isPath = this.#isPathPart(offset);
    const meaning = await meaningOfImport(this.#view, this.#target, this.#file.source, fact, this.#name, isPath);
    return { use: fact.reexport ? 'export' : 'import', meaning };
  }

  /** Whether an occurrence in an import is a part of the path, which names modules, rather than an imported name. */
  #isPathPart(offset: number): boolean {
    const end = offset + this.#name.length;
    const { text } = this.#file;
    return this.#file.literalAt(offset)?.is === 'string' || /^\s*(?:\.|::|import\b)/.test(text.slice(end, end + 80));
  }

  #readLiteral(offset: number): Pick<Judged, 'use' | 'meaning' | 'mayName'> {
    const literal = this.#file.literalAt(offset);
    if (literal?.is !== 'string') return { use: 'mention', meaning: 'unknown' };
    const before = this.#file.text.slice(Math.max(0, offset - maxExport), offset);
    if (this.#file.lexis.exportBefore?.test(before)) {
      return { use: 'export', meaning: this.#isOwnFile() ? 'target' : 'unknown' };
    }
    return { use: 'mention', meaning: 'unknown', ...(this.#file.hasSpace(literal) ? {} : { mayName: true }) };
  }

  #useOf(context: SiteContext, fact: ReferenceFact | undefined, line: number): ReferenceUse {
    const { kind } = this.#target.symbols[0];
    if (context.isDecorator) return 'decorate';
    if (fact !== undefined) return factUses[fact.kind];
    if (context.isExport && context.receiver === undefined) return 'export';
    if (context.key !== undefined && !context.declaresLocal && this.#target.isMember) return 'write';
    if (context.isAssigned) return 'write';
    if (context.isCalled) return 'call';
    if (this.#implHeaders.has(line)) return 'type';
    return typeKinds.has(kind) && !hasCalls(this.#file.source.file.language) ? 'type' : 'read';
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
