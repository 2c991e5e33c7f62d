/**
 * A live view answers queries on a working tree or a commit that has no index: the files are listed, scanned for the
 * words and names of the query, and the best of them are parsed into a temporary index. It reports what was looked at.
 */
import type { Options } from '../../config/resolve-options.ts';
import { endSharedParsers, prepareParser } from '../../indexing/workers/shared-parser.ts';
import { objectTasks } from '../../indexing/workers/task-batches.ts';
import { definitionWords, languageOf } from '../../languages/languages.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import type { ProjectReader } from '../../query/view/ref-view.ts';
import type { ResolvedRef } from '../../scan/git/repository.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import type { Workspace } from '../../store/registry/registry.ts';
import { type ChosenFiles, chooseFiles } from './choose-files.ts';
import { type ListedPlace, type ListedTree, LiveListings } from './live-listing.ts';
import { endScanWorkers, prepareScan, type ScanRows, scanFiles } from './scan-files.ts';
import { scanObjects } from './scan-objects.ts';
import type { ScanPlan } from './scan-text.ts';
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
    await this.#listed(await this.#placeOf(project));
  }

  /** Opens a view of the checked-out ref, or of another one that git knows. */
  async open(project: LiveProject, needs: LiveNeeds, of?: ResolvedRef): Promise<LiveView> {
    const place = { ...(await this.#placeOf(project)), ...(of?.source === 'objects' ? { of } : {}) };
    const { tree, chosen, scanned } = await this.#find(place, needs);
    const { ref, repository } = tree;
    const files = await sourceFiles(tree, chosen.files, place.settings.maxFileBytes);
    const index = await temporaryIndex(
      project.workspace.projectId,
      [{ ref, root: repository.root, files, skipped: tree.skipped }],
      parseSettings(place, tree),
    );
    return {
      reader: index.reader,
      ref: ref.name,
      report: {
        listedFiles: tree.files.length,
        scannedFiles: scanned,
        parsedFiles: files.length,
        omittedFiles: chosen.omitted,
        paths: files.map(({ path }) => path),
      },
      close: () => index.close(),
    };
  }

  /** Ends the workers. */
  async close(): Promise<void> {
    await Promise.all([endScanWorkers(), endSharedParsers()]);
  }

  async #find(place: ListedPlace, needs: LiveNeeds): Promise<Found> {
    const wasKept = this.#listings.has(place);
    let found = await choose(await this.#listed(place), place, needs);
    // A kept listing may lack a new file.
    if (!found.chosen.isFound && wasKept) found = await choose(await this.#listings.of(place, true), place, needs);
    if (found.chosen.isFound || needs.otherwise === undefined) return found;
    const { language } = needs;
    return choose(found.tree, place, { ...needs.otherwise, ...(language === undefined ? {} : { language }) });
  }

  /** The workers start while the files are listed, and load the grammar of the main language while they are scanned. */
  async #listed(place: ListedPlace): Promise<ListedTree> {
    if (place.of === undefined) prepareScan();
    const tree = await this.#listings.of(place);
    prepareParser({ ...parseSettings(place, tree), root: tree.repository.root }, mainLanguage(tree.files));
    return tree;
  }

  async #placeOf(project: LiveProject): Promise<ListedPlace> {
    const { root, projectId, autoDiscovered } = project.workspace;
    const { index: settings } = await project.options();
    const within = autoDiscovered ? this.#allowedRoots : undefined;
    return { root, projectId, settings, ...(within === undefined ? {} : { within }) };
  }
}

interface Found {
  readonly tree: ListedTree;
  readonly chosen: ChosenFiles;
  readonly scanned: number;
}

async function choose(tree: ListedTree, { settings }: ListedPlace, needs: LiveNeeds): Promise<Found> {
  const { root } = tree.repository;
  const plan = planOf(needs);
  if (plan.terms.length + plan.names.length + plan.literals.length === 0) {
    return { tree, chosen: chooseFiles(tree.files, root, needs, undefined), scanned: 0 };
  }
  const { rows, scanned } = await scanTree(tree, settings.maxFileBytes, plan);
  return { tree, chosen: chooseFiles(tree.files, root, needs, { plan, rows }), scanned };
}

function scanTree({ repository, ref, files }: ListedTree, maxFileBytes: number, plan: ScanPlan): Promise<ScanRows> {
  if (ref.source === 'worktree') return scanFiles(repository.root, maxFileBytes, files, plan);
  // A branch without commits has no files.
  if (ref.commit === undefined) return Promise.resolve({ rows: new Uint8Array(0), scanned: 0 });
  return scanObjects(repository, ref.commit, maxFileBytes, files, plan);
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

function parseSettings({ settings }: ListedPlace, { repository }: ListedTree): TemporarySettings {
  return {
    hashAlgorithm: repository.hashAlgorithm,
    maxFileBytes: settings.maxFileBytes,
    parseTimeoutMs: Math.min(settings.parseTimeoutMs, maxParseMs),
    maxMemoryMb: settings.maxMemoryMb,
  };
}

/** The files to parse: workers read those of a working tree themselves. */
async function sourceFiles(
  { repository, ref }: ListedTree,
  files: readonly ListedFile[],
  maxFileBytes: number,
): Promise<SourceFile[]> {
  if (ref.source === 'worktree') {
    return files.map(({ path, rawPath }) => (rawPath === undefined ? { path } : { path, rawPath }));
  }
  const read: SourceFile[] = [];
  for await (const { task } of objectTasks(repository, files, maxFileBytes, () => {})) read.push(task);
  return read;
}
