/**
 * A live view answers queries on a working tree or a commit that has no index: the files are listed, scanned for the
 * words and names of the query, and the best of them are parsed into a temporary index. It reports what was looked at.
 */
import type { Options } from '../../config/resolve-options.ts';
import { endSharedParsers, prepareParser } from '../../indexing/workers/shared-parser.ts';
import { objectTasks } from '../../indexing/workers/task-batches.ts';
import { definitionWords, languageOf } from '../../languages/languages.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import type { ProjectReader, RefView } from '../../query/view/ref-view.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import type { Workspace } from '../../store/registry/registry.ts';
import { type ChosenFiles, chooseFiles } from './choose-files.ts';
import { type ListedPlace, type ListedTree, LiveListings } from './live-listing.ts';
import type { ScanPlan } from './scan-file.ts';
import { endScanWorkers, prepareScan, type ScanRows, scanFiles } from './scan-files.ts';
import { scanObjects } from './scan-objects.ts';
import { type SourceFile, type TemporarySettings, temporaryIndex } from './temporary-index.ts';

export interface LiveView {
  readonly reader: ProjectReader;
  readonly ref: string;
  readonly report: LiveReport;
  close(): Promise<void>;
}

/** What an answer was found in. */
export interface LiveReport {
  readonly listedFiles: number;
  /** Of the listing. */
  readonly warnings: readonly string[];
  /** Files whose content was searched; 0 if the request named its files. */
  readonly scannedFiles: number;
  readonly parsedFiles: number;
  /** Files with a likely definition or a mention of a needed name that were not parsed. */
  readonly omittedFiles: number;
  /** The paths that were parsed, for an index job to begin with. */
  readonly paths: readonly string[];
}

/** What a live view needs of a project. */
export interface LiveProject {
  readonly workspace: Pick<Workspace, 'root' | 'projectId' | 'autoDiscovered'>;
  options(): Promise<Pick<Options, 'index'>>;
}

export interface LiveOptions {
  /** The ref to view; default: the checked-out one. */
  readonly of?: ResolvedRef | undefined;
  /** Reads the view and returns what else is needed, if anything. */
  readonly more?: (view: RefView) => Promise<LiveNeeds | undefined>;
  /** Ends the listing, the scan and the parsing. */
  readonly signal?: AbortSignal | undefined;
}

/** A file that takes longer is answered as text. */
const maxParseMs = 2_000;

export class LiveViews {
  readonly #listings = new LiveListings();
  readonly #allowedRoots: readonly string[] | undefined;

  /** Live views of discovered workspaces are confined to the allowed roots, as their jobs are. */
  constructor(allowedRoots?: readonly string[]) {
    this.#allowedRoots = allowedRoots;
  }

  /** Begins what every live view waits for: the listing and the start of the workers. */
  async prepare(project: LiveProject): Promise<void> {
    await this.#listed(await this.#placeOf(project), {});
  }

  /** Opens a view with the needed files. */
  async open(project: LiveProject, needs: LiveNeeds, { of, more, signal }: LiveOptions = {}): Promise<LiveView> {
    const place = { ...(await this.#placeOf(project)), ...(of?.source === 'objects' ? { of } : {}) };
    const { tree, chosen, scanned } = await this.#find(place, needs, signal);
    const { ref, repository } = tree;
    const { root } = repository;
    const index = await temporaryIndex(
      project.workspace.projectId,
      [{ ref, root, files: await sourceFiles(tree, chosen.files, needs, signal), skipped: tree.skipped }],
      parseSettings(place, repository),
      signal,
    );
    const paths = new Set(chosen.files.map(({ path }) => path));
    let omittedMentions = 0;
    try {
      const further = more && (await index.reader.view(ref.name, more, signal));
      const { files, omitted } = further === undefined ? noFiles : (await choose(tree, place, further, signal)).chosen;
      if (further?.mentions) omittedMentions = omitted;
      const added = files.filter(({ path }) => !paths.has(path));
      if (added.length > 0) await index.add({ ref, root, files: await sourceFiles(tree, added, needs, signal) });
      for (const { path } of added) paths.add(path);
    } catch (thrown) {
      await index.close();
      throw thrown;
    }
    return {
      reader: index.reader,
      ref: ref.name,
      report: {
        listedFiles: tree.files.length,
        warnings: tree.warnings,
        scannedFiles: scanned,
        parsedFiles: paths.size,
        omittedFiles: chosen.omitted + omittedMentions,
        paths: [...paths],
      },
      close: () => index.close(),
    };
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    await Promise.all([endScanWorkers(), endSharedParsers()]);
  }

  async #find(place: ListedPlace, needs: LiveNeeds, signal: AbortSignal | undefined): Promise<Found> {
    const wasKept = this.#listings.has(place);
    let found = await choose(await this.#listed(place, needs, { signal }), place, needs, signal);
    // A kept listing may lack a new file.
    if (!found.chosen.isFound && wasKept) {
      found = await choose(await this.#listed(place, needs, { signal, isFresh: true }), place, needs, signal);
    }
    if (found.chosen.isFound || needs.otherwise === undefined) return found;
    const { language, admits, imports = false } = needs;
    const filters = { ...(language === undefined ? {} : { language }), ...(admits === undefined ? {} : { admits }) };
    const instead = { ...needs.otherwise, imports, ...filters };
    const { chosen, scanned } = await choose(found.tree, place, instead, signal);
    const files = [...new Set([...found.chosen.files, ...chosen.files])];
    return { tree: found.tree, chosen: { ...found.chosen, files }, scanned };
  }

  /** The workers start while the files are listed, and load the grammar of the main language while they are scanned. */
  async #listed(
    place: ListedPlace,
    needs: LiveNeeds,
    options: { readonly isFresh?: boolean; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ListedTree> {
    if (place.of === undefined) prepareScan();
    const settingsIn = (repository: Repository) => ({ ...parseSettings(place, repository), root: repository.root });
    const tree = await this.#listings.of(place, (repository) => prepareParser(settingsIn(repository)), options);
    const language = mainLanguage(tree.files);
    if (language !== undefined) prepareParser(settingsIn(tree.repository), { language, extent: extentOf(needs) });
    return tree;
  }

  async #placeOf(project: LiveProject): Promise<ListedPlace> {
    const { root, projectId, autoDiscovered } = project.workspace;
    const { index: settings } = await project.options();
    const within = autoDiscovered ? this.#allowedRoots : undefined;
    return { root, projectId, settings, ...(within === undefined ? {} : { within }) };
  }
}

const noFiles = { files: [], omitted: 0 };

interface Found {
  readonly tree: ListedTree;
  readonly chosen: ChosenFiles;
  readonly scanned: number;
}

async function choose(
  tree: ListedTree,
  { settings }: ListedPlace,
  needs: LiveNeeds,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const { root } = tree.repository;
  const plan = planOf(needs);
  if (plan.terms.length + plan.names.length + plan.literals.length === 0) {
    return { tree, chosen: chooseFiles(tree.files, root, needs, undefined), scanned: 0 };
  }
  const { rows, scanned } = await scanTree(tree, settings.maxFileBytes, plan, signal);
  return { tree, chosen: chooseFiles(tree.files, root, needs, { plan, rows }), scanned };
}

function scanTree(
  { repository, ref, files }: ListedTree,
  maxFileBytes: number,
  plan: ScanPlan,
  signal: AbortSignal | undefined,
): Promise<ScanRows> {
  if (ref.source === 'worktree') return scanFiles(repository.root, maxFileBytes, files, plan, signal);
  // A branch without commits has no files.
  if (ref.commit === undefined) return Promise.resolve({ rows: new Uint8Array(0), scanned: 0 });
  return scanObjects(repository, ref.commit, files, plan, signal);
}

function planOf({ terms = [], names = [], literals = [] }: LiveNeeds): ScanPlan {
  return {
    terms: terms.map(({ spellings }) => spellings),
    names: [...new Set(names.flatMap(({ spellings, qualifiers }) => [...spellings, ...qualifiers]))],
    literals,
    definitionWords: definitionWords(),
  };
}

/** The language with the most files that can be parsed. */
function mainLanguage(files: readonly ListedFile[]): string | undefined {
  const counts = new Map<string, number>();
  const byExtension = new Map<string, string | undefined>();
  for (const { path } of files) {
    const extension = path.slice(path.lastIndexOf('.'));
    if (!byExtension.has(extension)) byExtension.set(extension, languageOf(path, '')?.name);
    const name = byExtension.get(extension);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function parseSettings({ settings }: ListedPlace, { hashAlgorithm }: Repository): TemporarySettings {
  return {
    hashAlgorithm,
    maxFileBytes: settings.maxFileBytes,
    parseTimeoutMs: Math.min(settings.parseTimeoutMs, maxParseMs),
    maxMemoryMb: settings.maxMemoryMb,
  };
}

/** References are needed only where names are resolved. */
function extentOf({ imports }: LiveNeeds): NonNullable<SourceFile['extent']> {
  return imports === true ? 'all' : 'symbols';
}

/** The files to parse. Workers read those of a working tree themselves; git objects are read here. */
async function sourceFiles(
  { repository, ref }: ListedTree,
  files: readonly ListedFile[],
  needs: LiveNeeds,
  signal: AbortSignal | undefined,
): Promise<SourceFile[]> {
  const extent = extentOf(needs);
  if (ref.source === 'worktree') {
    return files.map(({ path, rawPath }) => (rawPath === undefined ? { path, extent } : { path, rawPath, extent }));
  }
  const read: SourceFile[] = [];
  const tasks = objectTasks(repository, files, () => {});
  for await (const { task } of tasks) {
    signal?.throwIfAborted();
    read.push({ ...task, extent });
  }
  return read;
}
