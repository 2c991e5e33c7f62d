/**
 * Opens two refs for a comparison of one symbol, whether they are indexed or not. Of a ref without an index, only the
 * files that define the symbol are read and parsed. A definition that differs between the refs lies in a file that
 * differs, so searching those files shows whether it was added, removed or moved.
 */
import type { ProjectReader, RefView } from '../../query/view/ref-view.ts';
import { refUnknown } from '../../query/view/ref-view.ts';
import type { Subject } from '../../query/view/subject.ts';
import { mayDefineSymbols } from '../../scan/content/code-path.ts';
import { treeChanges } from '../../scan/git/tree-changes.ts';
import type { RefRecord } from '../../store/store.ts';
import { type TemporaryIndex, temporaryIndex } from '../live/temporary-index.ts';
import { type AskedRef, isContentOf } from './find-ref.ts';
import { type FileKey, type RefPlace, UnreadRef } from './unread-ref.ts';

export interface ComparisonPlace extends RefPlace {
  readonly projectId: string;
  /** The index of the project, if there is one, with its refs. */
  readonly reader?: ProjectReader | undefined;
  readonly refs: readonly RefRecord[];
}

/** What was read without an index. */
export interface ReadRefs {
  /** Sentences for the answer. */
  readonly warnings: readonly string[];
  /** Whether every file that may hold a difference was searched. */
  readonly isComplete: boolean;
}

type Ask<Answer> = (base: RefView, head: RefView) => Promise<Answer>;

/** Runs a comparison on two refs. Each must be indexed or known to git. */
export async function viewTwoRefs<Answer>(
  place: ComparisonPlace,
  asked: { readonly base: AskedRef & Spelled; readonly head: AskedRef & Spelled },
  subject: Subject,
  ask: Ask<Answer>,
): Promise<{ answer: Answer; read: ReadRefs }> {
  const base = sideOf(place, asked.base);
  const head = sideOf(place, asked.head);
  if (!(base instanceof UnreadRef) && !(head instanceof UnreadRef)) {
    if (place.reader === undefined) throw new Error('A published ref needs an index.');
    const answer = await place.reader.viewBoth([base, head], ask);
    return { answer, read: { warnings: [], isComplete: true } };
  }
  const comparison = new Comparison(place, base, head, subject);
  try {
    const isComplete = await comparison.read();
    const answer = await comparison.inViews(ask);
    return { answer, read: { warnings: comparison.warnings(isComplete), isComplete } };
  } finally {
    await comparison.close();
  }
}

interface Spelled {
  /** The ref as the caller wrote it. */
  readonly wanted: string;
}

type Side = RefRecord | UnreadRef;

/** A published ref that is not what the argument means now is read from git instead. */
function sideOf(place: ComparisonPlace, { resolved, published, wanted }: AskedRef & Spelled): Side {
  const isMeant =
    resolved === undefined || resolved.source === 'worktree' || (published && isContentOf(resolved, published));
  if (published !== undefined && isMeant) return published;
  if (resolved === undefined) throw refUnknown(wanted, place.refs);
  return new UnreadRef(place, resolved);
}

/** Published refs whose definitions show where to look first. */
const maxAnchors = 3;
/** More files than this define a name that is ambiguous anyway. */
const maxKnownPaths = 200;
/** So few differing files are searched even if the symbol was found on both refs, for others of the same name. */
const fewFiles = 1_000;
/** So few files that mention the name are parsed without looking at the known ones first. */
const fewMentions = 60;
/** Files that mention the name and are parsed at most. */
const maxMentions = 2_000;

interface SideFiles {
  readonly base: readonly FileKey[];
  readonly head: readonly FileKey[];
}

class Comparison {
  readonly #place: ComparisonPlace;
  readonly #base: Side;
  readonly #head: Side;
  readonly #subject: Subject;
  readonly #paths = new Set<string>();
  #read: TemporaryIndex | undefined;
  #differing = 0;
  /** Whether too many files mention the symbol to parse them all. */
  #isCut = false;

  constructor(place: ComparisonPlace, base: Side, head: Side, subject: Subject) {
    this.#place = place;
    this.#base = base;
    this.#head = head;
    this.#subject = subject;
  }

  /** Reads the files that define the symbol. Returns whether every file that may hold a difference was searched. */
  async read(): Promise<boolean> {
    const { path } = this.#subject;
    const [differing, known] = await Promise.all([this.#differingFiles(), this.#knownPaths()]);
    this.#differing = Math.max(differing.base.length, differing.head.length);
    for (const one of path === undefined ? known : [path]) this.#paths.add(one);
    let mentions = this.#differing <= fewFiles ? await this.#mentionsIn(differing) : undefined;
    if (mentions === undefined || mentions.length > fewMentions) {
      await this.#parse();
      if (await this.#isOnBoth()) return path !== undefined;
      mentions ??= await this.#mentionsIn(differing);
    }
    this.#isCut = mentions.length > maxMentions;
    for (const one of mentions.slice(0, maxMentions)) this.#paths.add(one);
    await this.#parse();
    if (!(await this.#isAnywhere())) await this.#readRest(differing);
    return !this.#isCut;
  }

  inViews<Answer>(ask: Ask<Answer>): Promise<Answer> {
    return this.#inView(this.#base, (base) => this.#inView(this.#head, (head) => ask(base, head)));
  }

  async close(): Promise<void> {
    await this.#read?.close();
  }

  warnings(isComplete: boolean): string[] {
    const unread = [this.#base, this.#head].filter((side) => side instanceof UnreadRef);
    const names = [...new Set(unread.map(({ ref }) => ref.name))];
    const sources = new Set(
      unread.map(({ ref: { source } }) => (source === 'objects' ? 'git’s objects' : 'the working tree')),
    );
    const isOne = names.length === 1;
    const read = `${names.join(' and ')} ${isOne ? 'is' : 'are'} not indexed; ${isOne ? 'it was' : 'they were'} read from ${[...sources].join(' and ')}.`;
    if (isComplete) return [read];
    if (this.#isCut) {
      const cut = `More than ${maxMentions} files that differ mention the name, so a definition may have been missed; add a path.`;
      return [read, cut];
    }
    const others = `The ${this.#differing} files that differ were not searched for other definitions of this name; add a path to choose one.`;
    return [read, others];
  }

  async #inView<Answer>(side: Side, ask: (view: RefView) => Promise<Answer>): Promise<Answer> {
    if (!(side instanceof UnreadRef)) return this.#reader().view(side, ask);
    if (this.#read === undefined) throw new Error('The files were not read yet.');
    return this.#read.reader.view(side.ref.name, ask);
  }

  #reader(): ProjectReader {
    if (this.#place.reader === undefined) throw new Error('A published ref needs an index.');
    return this.#place.reader;
  }

  /** The paths that define the symbol on published refs: the compared one, and some others. */
  async #knownPaths(): Promise<string[]> {
    const { reader, refs } = this.#place;
    if (reader === undefined) return [];
    const newest = [...refs].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).slice(0, maxAnchors);
    const compared = [this.#base, this.#head].flatMap((side) => (side instanceof UnreadRef ? [] : [side]));
    const names = new Set([...compared, ...newest].map(({ name }) => name));
    const found: string[] = [];
    for (const name of names) found.push(...(await reader.view(name, (view) => this.#subject.definedIn(view))));
    return found.slice(0, maxKnownPaths);
  }

  /** The files of each unread ref that differ from the other ref and may define symbols. */
  async #differingFiles(): Promise<SideFiles> {
    const [base, head] = [this.#base, this.#head];
    if (base instanceof UnreadRef && head instanceof UnreadRef) {
      const [before, after] = [base.ref.commit, head.ref.commit];
      if (base.ref.source === 'objects' && head.ref.source === 'objects' && before && after) {
        const changes = await treeChanges(this.#place.repository, before, after, this.#place.signal);
        const code = changes.filter(({ path }) => mayDefineSymbols(path));
        return {
          base: code.flatMap(({ path, before: hash }) => (hash === undefined ? [] : [{ path, hash }])),
          head: code.flatMap(({ path, after: hash }) => (hash === undefined ? [] : [{ path, hash }])),
        };
      }
      return { base: await base.code(), head: await head.code() };
    }
    if (base instanceof UnreadRef) return { base: await this.#unlike(base, head as RefRecord), head: [] };
    return { base: [], head: await this.#unlike(head as UnreadRef, base as RefRecord) };
  }

  async #unlike(side: UnreadRef, published: RefRecord): Promise<FileKey[]> {
    const { files } = await this.#reader().view(published, (view) => view.files());
    const known = new Map(files.map(({ path, hash }) => [path, hash]));
    return (await side.code()).filter(({ path, hash }) => hash === undefined || known.get(path) !== hash);
  }

  /** The paths of the unread files that mention the symbol. */
  async #mentionsIn(files: SideFiles): Promise<string[]> {
    const { identifiers } = this.#subject;
    const found = new Set<string>();
    for (const [side, all] of [[this.#base, files.base] as const, [this.#head, files.head] as const]) {
      if (!(side instanceof UnreadRef)) continue;
      for (const path of await side.holding(all, identifiers)) found.add(path);
    }
    return [...found];
  }

  /** Searches the files that are the same on both refs, to tell an unchanged symbol from one that does not exist. */
  async #readRest({ base, head }: SideFiles): Promise<void> {
    const [side, done] = this.#head instanceof UnreadRef ? [this.#head, head] : [this.#base, base];
    if (!(side instanceof UnreadRef)) return;
    const searched = new Set(done.map(({ path }) => path));
    const rest = (await side.code()).filter(({ path }) => !searched.has(path));
    const mentions = await side.holding(rest, this.#subject.identifiers);
    this.#isCut ||= mentions.length > maxMentions;
    for (const path of mentions.slice(0, maxMentions)) this.#paths.add(path);
    if (mentions.length > 0) await this.#parse();
  }

  async #parse(): Promise<void> {
    const { repository, projectId, settings } = this.#place;
    const unread = [this.#base, this.#head].filter((side) => side instanceof UnreadRef);
    const byName = new Map(unread.map((side) => [side.ref.name, side]));
    const refs = await Promise.all([...byName.values()].map((side) => side.read(this.#paths)));
    const { maxFileBytes, parseTimeoutMs, maxMemoryMb } = settings;
    const before = this.#read;
    this.#read = await temporaryIndex(projectId, refs, {
      hashAlgorithm: repository.hashAlgorithm,
      maxFileBytes,
      parseTimeoutMs,
      maxMemoryMb,
    });
    await before?.close();
  }

  async #isOnBoth(): Promise<boolean> {
    const [before, after] = await this.#definitions();
    const { path } = this.#subject;
    if (path !== undefined) return before.includes(path) && after.includes(path);
    return before.some((one) => after.includes(one));
  }

  async #isAnywhere(): Promise<boolean> {
    return (await this.#definitions()).some((paths) => paths.length > 0);
  }

  #definitions(): Promise<[readonly string[], readonly string[]]> {
    return this.inViews(async (base, head) => [
      await this.#subject.definedIn(base),
      await this.#subject.definedIn(head),
    ]);
  }
}
