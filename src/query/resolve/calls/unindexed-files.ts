/**
 * Unindexed files are files of a ref that may contain calls which the index does not know: files that were skipped,
 * files whose syntax was not parsed, or not in full, and files without a grammar that host code of a language, such as
 * components and templates. Only answers about names in them are incomplete.
 */
import type { LinkDirective } from '../../../languages/language.ts';
import {
  hostedIn,
  isSameFamily,
  languageNamed,
  languageOf,
  languagesThatJoinNames,
} from '../../../languages/languages.ts';
import { parseTroubles, type SkipReason, skipReasons } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { joinedNamesMark } from '../../../text/words.ts';
import { filesHolding } from '../../references/holding-files.ts';
import { firstAround, type LineRange } from '../../references/line-ranges.ts';
import { inTurns } from '../../view/in-turns.ts';
import type { RefView } from '../../view/ref-view.ts';
import { namesText } from '../names/names-text.ts';

/** Why calls in a file may be missing; completes a sentence about the file. */
export interface UnindexedFile {
  readonly path: string;
  readonly why: string;
}

/**
 * Returns the files that may contain calls of these symbols (`callers`), or calls that the symbols make (`callees`),
 * which the index does not know.
 */
export async function unindexedFilesFor(
  view: RefView,
  symbols: readonly SymbolRecord[],
  { callers, callees }: { readonly callers: boolean; readonly callees: boolean },
): Promise<UnindexedFile[]> {
  const { troubled, hosts, skipped } = await view.derived(unindexedFiles);
  const isOfFamily = (language: string) => symbols.some((symbol) => isSameFamily(symbol.language, language));
  const names = new Set(symbols.map(({ name }) => name));
  const homes = new Set(symbols.map(({ versionId }) => versionId));
  const found: UnindexedFile[] = [];
  const related = troubled.filter(({ file }) => isOfFamily(file.language));
  const hosting = callers ? hosts.filter(({ hosted }) => hosted.some(isOfFamily)) : [];
  const isAsked = callers && related.length + hosting.length > 0;
  const holding = isAsked ? await idsHolding(view, names, hosting.some(isNotebook)) : undefined;
  // The words of a file may be missing.
  const mayHold = (file: FileVersion) => holding?.has(file.id) || (callers && file.outcome === 'no_words');
  for (const { file, why } of related) {
    const isMissing = (callees && homes.has(file.id)) || (mayHold(file) && (await mayHide(view, file, names)));
    if (isMissing) found.push({ path: file.path, why });
  }
  for (const { file } of hosting) {
    if (holding?.has(file.id) && (await mayHide(view, file, names))) found.push({ path: file.path, why: 'not parsed' });
  }
  if (callers) for (const file of await filesWithDirectives(view, symbols)) found.push(file);
  if (callers) for (const file of await filesThatJoin(view, symbols)) found.push(file);
  // Nothing is known about the content of a file that was not read.
  if (callers)
    for (const { path, why, language } of skipped) {
      if (language === anyLanguage || isOfFamily(language)) found.push({ path, why });
    }
  return found;
}

/** Which of the files may define a name. */
export interface NameScope {
  /** The index has a symbol of that name. */
  readonly isKnown: boolean;
  /** The language is absent for a folder that was not entered. */
  admits(path: string, language: string | undefined): boolean;
}

/**
 * Returns the files that may define one of these names: those that contain it, but not as far as it was parsed. If the
 * name is not known, also those whose content nothing is known about.
 */
export async function heldByUnindexed(
  view: RefView,
  names: ReadonlySet<string>,
  { isKnown, admits }: NameScope,
): Promise<UnindexedFile[]> {
  const { troubled, hosts, skipped } = await view.derived(unindexedFiles);
  const unparsed = [
    // After syntax errors, most definitions are there.
    ...(isKnown ? troubled.filter(({ file }) => file.outcome !== 'recovered') : troubled),
    ...(isKnown ? [] : hosts.map(({ file }) => ({ file, why: 'not parsed' }))),
  ].filter(({ file }) => admits(file.path, file.language));
  const holding = unparsed.length === 0 ? undefined : await idsHolding(view, names, unparsed.some(isNotebook));
  const found: UnindexedFile[] = [];
  for (const { file, why } of unparsed) {
    const mayHold = holding?.has(file.id) || file.outcome === 'no_words';
    if (mayHold && (await mayHide(view, file, names))) found.push({ path: file.path, why });
  }
  for (const { path, why, language, reason } of isKnown ? [] : skipped) {
    // Who excludes files from the index knows that nothing in them is found.
    const isMeant = reason !== 'excluded_by_repository';
    if (isMeant && admits(path, language === anyLanguage ? undefined : language)) found.push({ path, why });
  }
  return found;
}

/** In a notebook, the code is in strings, where the escape of a line end or a tab is one word with the next name. */
async function idsHolding(
  view: RefView,
  names: ReadonlySet<string>,
  withNotebooks: boolean,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for (const name of names) {
    for (const written of withNotebooks ? [name, `n${name}`, `t${name}`] : [name]) {
      for (const { id } of await filesHolding(view, written)) ids.add(id);
    }
  }
  return ids;
}

function isNotebook({ file }: { readonly file: FileVersion }): boolean {
  return /\.ipynb$/i.test(file.path);
}

/** The files with a comment that gives one of the symbols another name, under which it may be called. */
async function filesWithDirectives(view: RefView, symbols: readonly SymbolRecord[]): Promise<UnindexedFile[]> {
  const found = new Map<string, UnindexedFile>();
  for (const { name, language } of symbols) {
    const directive = languageNamed(language)?.linkDirective;
    if (directive === undefined) continue;
    const known = await view.derived(linkedCache);
    const linked = known.get(directive) ?? (await readLinked(view, directive));
    known.set(directive, linked);
    for (const path of linked.get(name) ?? []) found.set(path, { path, why: 'linked by a comment' });
  }
  return [...found.values()];
}

/** The files whose macros may join parts into the name of one of the symbols. */
async function filesThatJoin(view: RefView, symbols: readonly SymbolRecord[]): Promise<UnindexedFile[]> {
  const found: UnindexedFile[] = [];
  for (const { name: language, joinedNames } of languagesThatJoinNames()) {
    const names = symbols.filter((symbol) => isSameFamily(symbol.language, language)).map(({ name }) => name);
    if (names.length === 0) continue;
    // The words of a file may be missing.
    const wordless = (await view.files()).files.filter(({ outcome }) => outcome === 'no_words');
    for (const file of new Set([...(await filesHolding(view, joinedNamesMark)), ...wordless])) {
      if (file.language !== language) continue;
      const mayJoin = joinedNames?.in((await namesText(view, file)).text);
      if (mayJoin !== undefined && names.some(mayJoin)) found.push({ path: file.path, why: 'macros join names' });
    }
  }
  return found;
}

/** The paths of the files by the names that their comments link. */
async function readLinked(view: RefView, directive: LinkDirective): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const linked = new Map<string, Set<string>>();
  for (const file of await filesHolding(view, directive.word)) {
    for (const [, target = ''] of (await view.store.text(file)).matchAll(directive.pattern)) {
      const name = target.slice(target.lastIndexOf('.') + 1);
      linked.set(name, (linked.get(name) ?? new Set()).add(file.path));
    }
  }
  return linked;
}

function linkedCache(): Map<LinkDirective, ReadonlyMap<string, ReadonlySet<string>>> {
  return new Map();
}

/** Whether a line of a file contains one of the names, and no fact of the file explains it. */
async function mayHide(view: RefView, file: FileVersion, names: ReadonlySet<string>): Promise<boolean> {
  const { text: written } = await namesText(view, file);
  const text = isNotebook({ file }) ? written.replace(/\\[nrt]/g, '  ') : written;
  const present = [...names].filter((name) => text.includes(name));
  if (present.length === 0) return false;
  const known = new Map<string, LineRange[]>();
  for (const name of present) {
    const ranges: LineRange[] = [];
    known.set(name, ranges);
    for (const { line } of await view.store.referencesNamedIn(file, name)) {
      ranges.push({ lineStart: line, lineEnd: line });
    }
    for (const { lineStart, signature } of await view.store.symbolsNamedIn(file, name)) {
      // The name of a decorated or long declaration may be on a later line.
      ranges.push({ lineStart, lineEnd: lineStart + Math.floor(signature.length / 40) + 3 });
    }
  }
  await inTurns(view, await view.store.imports(file), ({ name, alias, source, lineStart, lineEnd }) => {
    for (const part of new Set([name, alias, source])) {
      if (part !== undefined) known.get(part)?.push({ lineStart, lineEnd });
    }
  });
  for (const [name, lines] of await linesOf(view, text, present)) {
    // Statements may be nested and share most of their lines, so their lines are not listed.
    if (firstAround(known.get(name) ?? [], lines).includes(undefined)) return true;
  }
  return false;
}

/** The lines of a text that contain a name, ascending, by name. */
async function linesOf(
  view: RefView,
  text: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>(names.map((name) => [name, []]));
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_$])`, 'gu');
  let [line, at] = [1, 0];
  for (const { 0: name, index } of text.matchAll(word)) {
    if (view.isPauseDue()) await view.pause();
    for (let end = text.indexOf('\n', at); end !== -1 && end < index; end = text.indexOf('\n', at))
      [line, at] = [line + 1, end + 1];
    const lines = found.get(name);
    if (lines?.at(-1) !== line) lines?.push(line);
  }
  return found;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Of a folder that was not entered. */
const anyLanguage = '';

interface UnindexedFiles {
  readonly troubled: readonly { readonly file: FileVersion; readonly why: string }[];
  readonly hosts: readonly { readonly file: FileVersion; readonly hosted: readonly string[] }[];
  readonly skipped: readonly {
    readonly path: string;
    readonly language: string;
    readonly why: string;
    readonly reason?: SkipReason;
  }[];
}

async function unindexedFiles(view: RefView): Promise<UnindexedFiles> {
  const { files } = await view.files();
  const troubled = files.flatMap((file) => {
    const trouble = parseTroubles[file.outcome];
    return trouble?.mayHideCode ? [{ file, why: trouble.counted }] : [];
  });
  const hosts = files.flatMap((file) => {
    const hosted = file.outcome === 'none' ? hostedIn(file.path) : [];
    return hosted.length > 0 ? [{ file, hosted }] : [];
  });
  const byEnding = new Map<string, string>();
  for (const { path, language, outcome } of files) if (outcome !== 'none') byEnding.set(endingOf(path), language);
  const skipped = (await view.store.skippedFiles(view.ref)).flatMap(({ path, reason }) => {
    // A source with a NUL, or in UTF-16 without a mark, counts as binary, but compilers read it.
    const mayHide = skipReasons[reason]?.mayHideCode || reason === 'binary' || reason === 'excluded_by_repository';
    const ofFile = byEnding.get(endingOf(path)) ?? languageOf(path, '')?.name;
    const language = path.endsWith('/') ? anyLanguage : ofFile;
    return !mayHide || language === undefined ? [] : [{ path, language, reason, why: skipReasons[reason].counted }];
  });
  const absent = (await pointers(view)).map(({ path, language }) => ({ path, language, why: 'stored in Git LFS' }));
  return { troubled, hosts, skipped: [...skipped, ...absent] };
}

/** The longest that Git LFS writes. */
const maxPointerBytes = 1_024;

/** The sources of which the repository has only a pointer to Git LFS. */
async function pointers(view: RefView): Promise<FileVersion[]> {
  const found: FileVersion[] = [];
  for (const file of await filesHolding(view, 'git-lfs')) {
    if (file.byteLength > maxPointerBytes || file.outcome === 'none') continue;
    if ((await view.store.text(file)).startsWith('version https://git-lfs.github.com/spec/')) found.push(file);
  }
  return found;
}

function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? path;
}
