/**
 * The entry point for programs that embed CodeCompass: `openProject` opens a repository by its path, indexes it if
 * needed, and answers in the same process. This is the module of `import … from 'codecompass'`.
 */
import { resolve } from 'node:path';
import { currentEnvironment } from '../config/paths.ts';
import { type Options, resolveOptions } from '../config/resolve-options.ts';
import { CodedError } from '../errors.ts';
import { startJob } from '../indexing/job/start-job.ts';
import { askSettingsOf } from '../project/ask-settings.ts';
import { openIndex } from '../project/open-index.ts';
import { registerWorkspace } from '../project/register-workspace.ts';
import { openRepository, type Repository } from '../scan/git/repository.ts';
import { inspectIndex } from '../store/sqlite/open-store.ts';
import type { Store } from '../store/store.ts';
import { type Asked, askedName, capabilitiesOf } from './capabilities.ts';
import type { IndexedRef, IndexOptions, Project } from './project.ts';

export { CodedError, type ErrorCode } from '../errors.ts';
export type { JobSummary } from '../indexing/job/job.ts';
export type { JobProgress } from '../model.ts';
export type { CallGraphAnswer, CallGraphEdge } from '../query/tools/call-graph.ts';
export type { CodeContextAnswer } from '../query/tools/code-context.ts';
export type { CompareSymbolAnswer } from '../query/tools/compare-symbol.ts';
export type { FileOutlineAnswer, FolderOutlineAnswer } from '../query/tools/file-outline.ts';
export type { FollowupQueriesAnswer } from '../query/tools/followup-queries.ts';
export type { LocateSymbolAnswer } from '../query/tools/locate-symbol.ts';
export type { RelatedSymbolsAnswer } from '../query/tools/related-symbols.ts';
export type { SearchCodeAnswer, SearchResult } from '../query/tools/search-code.ts';
export type { SearchTextAnswer, TextMatch } from '../query/tools/search-text.ts';
export type { SymbolHierarchyAnswer } from '../query/tools/symbol-hierarchy.ts';
export type { AnswerOf, CapabilityName, RequestTo } from '../query/tools/table.ts';
export type * from './project.ts';

export interface OpenOptions extends Pick<IndexOptions, 'onProgress' | 'signal'> {
  /**
   * Whether the current checkout is indexed first: `if-needed` if it has no index yet, `always` to also update an
   * existing index, `force` from scratch (which also replaces an index of another version), `never`. Default:
   * `if-needed`.
   */
  readonly index?: 'if-needed' | 'always' | 'force' | 'never' | undefined;
  /** The data directory, which contains every index. Default: that of the command line. */
  readonly home?: string | undefined;
}

/** Opens the repository or plain folder that contains a path. */
export async function openProject(path: string, options: OpenOptions = {}): Promise<Project> {
  const { index: when = 'if-needed', home: wantedHome, onProgress, signal } = options;
  const repository = await openRepository(resolve(path));
  const settings = await settingsOf(repository, wantedHome);
  const { home, workspace } = await registerWorkspace(settings.home, repository);
  const { projectId } = workspace;
  const index = ({ ref, force = false, ...listener }: IndexOptions = {}) =>
    startJob(
      {
        home,
        root: repository.root,
        operation: 'index',
        force,
        settings: settings.index,
        ...(ref === undefined ? {} : { ref }),
      },
      definedOnly(listener),
    );
  if (when === 'force') await index({ force: true, onProgress, signal });
  else await refuseIncompatible(home, projectId);
  const { store, reader } = await openIndex(home, projectId);
  const asked: Asked = {
    repository,
    store,
    reader,
    settings: settings.index,
    askSettings: askSettingsOf(settings.query),
  };
  try {
    const isMissing = async () => (await store.ref(await askedName(asked, undefined))) === undefined;
    if (when === 'always' || (when === 'if-needed' && (await isMissing()))) await index({ onProgress, signal });
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
  return {
    root: repository.root,
    warnings: settings.warnings,
    index,
    ...capabilitiesOf(asked),
    refs: () => indexedRefs(store),
    close: () => store.close(),
  };
}

async function indexedRefs(store: Store): Promise<IndexedRef[]> {
  return (await store.refs()).map(({ name, commit, source, publishedAt, fileCount, symbolCount }) => ({
    name,
    ...(commit === undefined ? {} : { commit }),
    source,
    publishedAt,
    fileCount,
    symbolCount,
  }));
}

/** A custom data directory also has its own settings. */
function settingsOf({ root }: Repository, home: string | undefined): Promise<Options> {
  const around = currentEnvironment();
  const env = home === undefined ? around.env : { ...around.env, CODECOMPASS_HOME: home };
  return resolveOptions({}, root, { ...around, env });
}

async function refuseIncompatible(home: string, projectId: string): Promise<void> {
  const { status, message } = await inspectIndex(home, projectId);
  if (status === 'compatible' || status === 'not_indexed') return;
  throw new CodedError('index_incompatible', message ?? 'The index cannot be used.', {
    remediation: { agent: "Open the project with `index: 'force'` to rebuild it." },
    data: { schema_status: status },
  });
}

function definedOnly({ onProgress, signal }: Pick<IndexOptions, 'onProgress' | 'signal'>) {
  return { ...(onProgress === undefined ? {} : { onProgress }), ...(signal === undefined ? {} : { signal }) };
}
