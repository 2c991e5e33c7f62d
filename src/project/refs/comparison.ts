/**
 * A comparison of one symbol on two refs, of which at least one may be unread. It finds the files that may define the
 * symbol, strongest hint first, and parses them into a temporary index.
 */
import { prepareParser } from '../../indexing/workers/shared-parser.ts';
import { languageOf } from '../../languages/languages.ts';
import type { FileFacts, ParseOutcome } from '../../model.ts';
import type { ProjectReader, RefView } from '../../query/view/ref-view.ts';
import type { Subject } from '../../query/view/subject.ts';
import { mayDefineSymbols } from '../../scan/content/code-path.ts';
import { treeChanges } from '../../scan/git/tree-changes.ts';
import type { RefRecord } from '../../store/store.ts';
import {
  type TemporaryIndex,
  type TemporaryRef,
  type TemporarySettings,
  temporaryIndex,
} from '../live/temporary-index.ts';
import { likelyDefinitions } from './likely-definitions.ts';
import { type KnownFacts, type Mentions, type RefPlace, UnreadRef } from './unread-ref.ts';

export interface ComparisonPlace extends RefPlace {
  readonly projectId: string;
  /** The index of the project, if there is one, with its refs. */
  readonly reader?: ProjectReader | undefined;
  readonly refs: readonly RefRecord[];
}

/** A published ref, or one that is read on demand. */
export type Side = RefRecord | UnreadRef;

type Ask<Answer> = (base: RefView, head: RefView) => Promise<Answer>;

/** Published refs whose definitions show where to look first. */
const maxAnchors = 3;
/** More files than this define a name that is ambiguous anyway. */
const maxKnownPaths = 20;
/** So few differing files are searched for other symbols of the name even if it was found on both refs. */
const fewFiles = 1_000;
/** With more files than this, a whole ref is not searched for other symbols of the name. */
const manyFiles = 5_000;
/** So few files that mention the name are parsed to find others of the same name. */
const fewMentions = 24;
/** So few are parsed without choosing the likely definitions. */
const veryFewMentions = 3;
/** A name with more likely definitions than this is ambiguous. */
const maxLikely = 20;
/** Files that mention the name and are parsed at most. */
const maxMentions = 2_000;
/** Bytes of a ref that are scanned for definitions at most, and bytes that are parsed at a time. */
const maxScannedBytes = 64 << 20;
const maxParsedBytes = 4 << 20;

const unparsed: ReadonlySet<ParseOutcome> = new Set(['timeout', 'too_complex', 'crashed', 'no_words']);

export class Comparison {
  readonly #place: ComparisonPlace;
  readonly #base: Side;
  readonly #head: Side;
  readonly #unread: readonly UnreadRef[];
  #subject: Subject;
  readonly #paths = new Set<string>();
  /** Paths that were added since the last time the index was read. */
  #added: string[] = [];
  #index: TemporaryIndex | undefined;
  /** Files that were not read, because they are too large together. */
  #omitted = 0;

  constructor(place: ComparisonPlace, base: Side, head: Side, subject: Subject) {
    this.#place = place;
    this.#base = base;
    this.#head = head;
    // The head first: a comparison is mostly about what exists now.
    const unread = [head, base].filter((side) => side instanceof UnreadRef);
    this.#unread = [...new Map(unread.map((side) => [side.ref.name, side])).values()];
    this.#subject = subject;
  }

  /** Reads the files that define the symbol. Returns whether every file that may change the answer was searched. */
  async read(): Promise<boolean> {
    if (this.#unread.length === 0) return true;
    // With an index, the facts of most files are known.
    if (this.#place.reader === undefined) this.#prepareParser();
    return (await this.#search()) && !(await this.#hasUnparsed()) && this.#omitted === 0;
  }

  #prepareParser(): void {
    const { path = '' } = this.#subject;
    const language = languageOf(path, '')?.name;
    const settings = { ...this.#parseSettings(), root: this.#place.repository.root };
    prepareParser(settings, language === undefined ? undefined : { language, extent: 'symbols' });
  }

  async #search(): Promise<boolean> {
    const { path } = this.#subject;
    if (this.#subject.named !== undefined) this.#subject = (await this.#named()) ?? this.#subject;
    this.#add(path === undefined ? await this.#knownPaths() : [path]);
    if (await this.#isOnBoth()) return path !== undefined || this.#readFewOthers();
    const mentions: Mentions[] = [];
    for (const side of this.#unread) {
      const found = await side.mentioning(this.#subject.identifiers);
      mentions.push(found);
      this.#add(await this.#likely(side, found.paths));
      if (await this.#isOnBoth()) {
        const areAllSearched = mentions.length === this.#unread.length;
        return path !== undefined || (areAllSearched ? this.#readAll(mentions, fewMentions) : this.#readFewOthers());
      }
    }
    return this.#readAll(mentions, maxMentions);
  }

  inViews<Answer>(ask: Ask<Answer>): Promise<Answer> {
    if (this.#unread.length === 0)
      return this.#reader().viewBoth([this.#base, this.#head] as [RefRecord, RefRecord], ask, this.#place.signal);
    return this.#inView(this.#base, (base) => this.#inView(this.#head, (head) => ask(base, head)));
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }

  warnings(isComplete: boolean): string[] {
    if (this.#unread.length === 0) return [];
    // In the order of the question: the base first.
    const unread = this.#unread.toReversed();
    const names = unread.map(({ ref }) => ref.name);
    const sources = unread.map(({ ref }) => (ref.source === 'objects' ? 'git’s objects' : 'the working tree'));
    const read = names.length === 1 ? 'is not indexed; it was' : 'are not indexed; they were';
    return [
      `${names.join(' and ')} ${read} read from ${[...new Set(sources)].join(' and ')}.`,
      ...(isComplete ? [] : ['Not all files were searched for other symbols of this name; add a path to choose one.']),
    ];
  }

  async #inView<Answer>(side: Side, ask: (view: RefView) => Promise<Answer>): Promise<Answer> {
    if (!(side instanceof UnreadRef)) return this.#reader().view(side, ask, this.#place.signal);
    const { reader } = await this.#parsed();
    return reader.view(side.ref.name, ask, this.#place.signal);
  }

  #reader(): ProjectReader {
    if (this.#place.reader === undefined) throw new Error('A published ref needs an index.');
    return this.#place.reader;
  }

  /** The names of published refs that are looked at: the compared one, and the newest others. */
  #anchors(): Iterable<string> {
    const { reader, refs } = this.#place;
    if (reader === undefined) return [];
    const newest = [...refs].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).slice(0, maxAnchors);
    const compared = [this.#base, this.#head].flatMap((side) => (side instanceof UnreadRef ? [] : [side]));
    return new Set([...compared, ...newest].map(({ name }) => name));
  }

  /** The name of a symbol that is given by an id or a position: on the head, the base or a published ref. */
  async #named(): Promise<Subject | undefined> {
    const { path, named } = this.#subject;
    if (path !== undefined) this.#add([path]);
    const ask = async (view: RefView) => named?.(view);
    const found = await this.inViews(async (base, head) => (await ask(head)) ?? ask(base));
    if (found !== undefined) return found;
    for (const name of this.#anchors()) {
      const known = await this.#reader().view(name, ask, this.#place.signal);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** The paths that define the symbol on published refs. */
  async #knownPaths(): Promise<string[]> {
    const found = new Set<string>();
    for (const name of this.#anchors()) {
      for (const path of await this.#reader().view(name, this.#subject.definedIn, this.#place.signal)) found.add(path);
    }
    return [...found].slice(0, maxKnownPaths);
  }

  async #likely(side: UnreadRef, mentions: readonly string[]): Promise<readonly string[]> {
    if (mentions.length <= veryFewMentions) return mentions;
    const files = side.contents(mentions.slice(0, maxMentions), maxScannedBytes);
    return likelyDefinitions(files, this.#subject.identifiers, maxLikely, this.#place.signal);
  }

  /** Parses all files that mention the name, unless there are too many. Returns whether all were searched and parsed. */
  async #readAll(mentions: readonly Mentions[], most: number): Promise<boolean> {
    const all = new Set(mentions.flatMap(({ paths }) => paths));
    if (all.size > most && most === fewMentions) return false;
    this.#add([...all].slice(0, most));
    return all.size <= most && mentions.every(({ isComplete }) => isComplete);
  }

  /**
   * The symbol is on both refs. Other symbols of its name that differ lie in files that differ, which are searched if
   * there are not too many. Returns whether they were.
   */
  async #readFewOthers(): Promise<boolean> {
    const refs = [this.#base, this.#head].map((side) => (side instanceof UnreadRef ? side.ref : side));
    const [before, after] = refs.map(({ source, commit }) => (source === 'objects' ? commit : undefined));
    if (before === undefined || after === undefined) return this.#readMentions();
    const changes = await treeChanges(this.#place.repository, before, after, this.#place.signal);
    const code = changes.filter(({ path }) => mayDefineSymbols(path));
    if (code.length > fewFiles) return false;
    const [reader] = this.#unread;
    const hashes = code.flatMap((change) => [change.before, change.after].flatMap((hash) => hash ?? []));
    const holding = await reader?.holding(hashes, this.#subject.identifiers);
    const holds = (hash: string | undefined) => hash !== undefined && holding?.has(hash) === true;
    const paths = code.filter((change) => holds(change.before) || holds(change.after)).map(({ path }) => path);
    return this.#readAll([{ paths, isComplete: true }], fewMentions);
  }

  /** The same if one of the refs is the working tree, whose files are not compared by commits. */
  async #readMentions(): Promise<boolean> {
    const published = [this.#base, this.#head].flatMap((side) => (side instanceof UnreadRef ? [] : [side.fileCount]));
    if (published.some((count) => count > manyFiles)) return false;
    const mentions: Mentions[] = [];
    for (const side of this.#unread) mentions.push(await side.mentioning(this.#subject.identifiers));
    return this.#readAll(mentions, fewMentions);
  }

  #add(paths: readonly string[]): void {
    for (const path of paths) if (!this.#paths.has(path)) this.#added.push(path);
    for (const path of paths) this.#paths.add(path);
  }

  /** The index of the files that were added. */
  async #parsed(): Promise<TemporaryIndex> {
    const paths = new Set(this.#added);
    this.#added = [];
    this.#index ??= await temporaryIndex(
      this.#place.projectId,
      this.#unread.map(nothingOf),
      this.#parseSettings(),
      this.#place.signal,
    );
    if (paths.size === 0) return this.#index;
    const known: KnownFacts = (path, hash) => this.#facts(path, hash);
    for (const side of this.#unread) {
      const ref = await side.read(paths, maxParsedBytes, known);
      this.#omitted += ref.omitted;
      await this.#index.add(ref);
    }
    return this.#index;
  }

  /** The facts of a file version that a published ref contains. */
  async #facts(path: string, hash: string): Promise<FileFacts | undefined> {
    const factsIn = async ({ store, ref }: RefView) => {
      const version = await store.file(ref, path);
      return version?.hash === hash ? store.facts(version) : undefined;
    };
    for (const name of this.#anchors()) {
      const facts = await this.#reader().view(name, factsIn, this.#place.signal);
      if (facts !== undefined) return facts;
    }
    return undefined;
  }

  #parseSettings(): TemporarySettings {
    const { repository, settings } = this.#place;
    const { maxFileBytes, parseTimeoutMs, maxMemoryMb } = settings;
    return { hashAlgorithm: repository.hashAlgorithm, maxFileBytes, parseTimeoutMs, maxMemoryMb };
  }

  /** Whether a file that was read could not be parsed, so that its symbols are not known. */
  #hasUnparsed(): Promise<boolean> {
    return this.inViews(async (...views) => {
      for (const [at, side] of [this.#base, this.#head].entries()) {
        if (!(side instanceof UnreadRef)) continue;
        const { files } = (await views[at]?.files()) ?? { files: [] };
        if (files.some(({ outcome }) => unparsed.has(outcome))) return true;
      }
      return false;
    });
  }

  async #isOnBoth(): Promise<boolean> {
    if (this.#paths.size === 0) return false;
    const { path, definedIn } = this.#subject;
    const [before, after] = await this.inViews(async (base, head) => [await definedIn(base), await definedIn(head)]);
    if (path !== undefined) return before?.includes(path) === true && after?.includes(path) === true;
    const paths = new Set(after);
    return before?.some((one) => paths.has(one)) === true;
  }
}

function nothingOf({ ref, root }: UnreadRef): TemporaryRef {
  return { ref, root, files: [] };
}
