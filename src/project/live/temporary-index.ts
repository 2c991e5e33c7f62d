/**
 * A temporary index is a store in memory with a few files of a repository, parsed on the spot. Queries read it like any
 * other index. It never touches the project's own index.
 */
import { type PackedResults, unpackVersions } from '../../indexing/workers/packed-results.ts';
import type { ParseSettings, ParseTask } from '../../indexing/workers/parse-task.ts';
import { parseAtOnce } from '../../indexing/workers/shared-parser.ts';
import { type FileFacts, noProgress, type SkippedFile } from '../../model.ts';
import { ProjectReader } from '../../query/view/ref-view.ts';
import { pauseIfDue } from '../../query/view/turns.ts';
import type { ResolvedRef } from '../../scan/git/repository.ts';
import { type EncodedVersion, encodeFacts } from '../../store/codec/encode-facts.ts';
import { openMemoryStore } from '../../store/sqlite/open-store.ts';
import type { JobWriter, Store, StoredVersion } from '../../store/store.ts';

/** A file to parse: a listed file of the working tree, or the content of a git object with its hash. */
export interface SourceFile extends Pick<ParseTask, 'path' | 'rawPath' | 'bytes' | 'hash' | 'extent'> {
  /** The facts, if an index has them; then nothing is parsed. */
  readonly facts?: FileFacts;
}

/** The files of a ref that the temporary index contains. */
export interface TemporaryRef {
  readonly ref: ResolvedRef;
  /** The folder that files without bytes are read from. */
  readonly root: string;
  readonly files: readonly SourceFile[];
  /** Files that no index would contain, with the reasons. */
  readonly skipped?: readonly SkippedFile[];
}

export type TemporarySettings = Omit<ParseSettings, 'root'>;

export interface TemporaryIndex {
  readonly reader: ProjectReader;
  /** Adds files to a ref of the index. */
  add(ref: TemporaryRef): Promise<void>;
  close(): Promise<void>;
}

/** Parses the files of each ref and publishes them under the ref's name. */
export async function temporaryIndex(
  projectId: string,
  refs: readonly TemporaryRef[],
  settings: TemporarySettings,
  signal?: AbortSignal,
): Promise<TemporaryIndex> {
  const store = openMemoryStore();
  const published = new Map<string, RefContent>();
  const add = async (ref: TemporaryRef) => {
    const before = published.get(ref.ref.name) ?? { versions: [], skipped: [] };
    published.set(ref.ref.name, await publish(store, ref, before, { ...settings, root: ref.root }, signal));
  };
  try {
    for (const ref of refs) await add(ref);
    return { reader: new ProjectReader(projectId, store), add, close: () => store.close() };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

interface RefContent {
  readonly versions: readonly StoredVersion[];
  readonly skipped: readonly SkippedFile[];
}

async function publish(
  store: Store,
  { ref, root, files, skipped = [] }: TemporaryRef,
  before: RefContent,
  settings: ParseSettings,
  signal: AbortSignal | undefined,
): Promise<RefContent> {
  const writer = await store.beginJob({ ref: ref.name, operation: 'index', force: false });
  const { known, unknown } = await separate(writer, files);
  const facts = unknown.flatMap((file) => file.facts ?? []);
  const toParse = unknown.filter((file) => file.facts === undefined);
  const results = await parseAtOnce(settings, toParse, signal);
  const parsed = await write(writer, results, facts, root, () => pauseIfDue(signal));
  const content = {
    versions: [...before.versions, ...known, ...parsed.versions],
    skipped: [...before.skipped, ...skipped, ...parsed.skipped],
  };
  await writer.prepareToPublish();
  await writer.publish({
    ref: ref.name,
    ...(ref.commit === undefined ? {} : { commit: ref.commit }),
    source: ref.source,
    root,
    // The files were chosen for one question.
    rules: '',
    ...content,
    progress: noProgress,
  });
  await writer.release();
  return content;
}

/** A file with the same content as on an earlier ref is not parsed again. */
async function separate(
  writer: JobWriter,
  files: readonly SourceFile[],
): Promise<{ known: StoredVersion[]; unknown: SourceFile[] }> {
  const ids = await writer.versionIds(files.map(({ path, hash = '' }) => ({ path, hash })));
  const known = files.flatMap(({ path }, at) => (ids[at] === undefined ? [] : [{ path, id: ids[at] }]));
  return { known, unknown: files.filter((_, at) => ids[at] === undefined) };
}

/** A working file may turn out to be the same as on an earlier ref once it is read. */
async function write(
  writer: JobWriter,
  results: readonly PackedResults[],
  facts: readonly FileFacts[],
  root: string,
  pause: () => Promise<void>,
): Promise<{ versions: StoredVersion[]; skipped: SkippedFile[] }> {
  const all: EncodedVersion[] = [...unpackVersions(results)];
  for (const each of facts) {
    await pause();
    all.push(encodeFacts(each));
  }
  const stored = await writer.versionIds(all);
  const versions: StoredVersion[] = [];
  for (const [at, version] of all.entries()) {
    await pause();
    const id = stored[at] ?? (await writer.write([version], [], root))[0];
    versions.push({ path: version.path, id: id as number });
  }
  return { versions, skipped: results.flatMap(({ skipped }) => skipped) };
}
