/** Preloads what the first query of a recent workspace would wait for: its store, its file table and file stamps. */
import { setTimeout } from 'node:timers/promises';
import type { Workspace } from '../store/registry/registry.ts';
import type { ActiveProject } from './active-project.ts';
import type { Service } from './service.ts';

const headStartMs = 200;

/** Chooses the warmset and, if wanted, loads it. A project that fails does not throw: its first call reports why. */
export async function prewarm(service: Service, isWanted: boolean): Promise<void> {
  const members = await warmsetOf(service);
  service.warmset = members.map(({ root }) => root);
  if (!isWanted || members.length === 0) {
    service.prewarmStatus = isWanted ? 'complete' : 'disabled';
    return;
  }
  service.prewarmStatus = 'running';
  service.stayAwake();
  await prepareLive(service, members);
  // A client that has just started the server sends its first calls now; they come first.
  await setTimeout(headStartMs, undefined, { ref: false });
  let failed = false;
  for (const workspace of members) {
    try {
      await warm(service.project(workspace));
    } catch (thrown) {
      failed = true;
      service.options.log(`prewarm of ${workspace.root}: ${(thrown as Error).message}`);
    }
  }
  service.prewarmStatus = failed ? 'failed' : 'complete';
  service.restSoon();
}

/** If the default project has no index, its first answer comes from a live view, which is prepared at once. */
async function prepareLive(service: Service, [first]: readonly Workspace[]): Promise<void> {
  if (first === undefined) return;
  const project = service.project(first);
  // The first call reports a failure.
  const schema = await project.index().then(
    (index) => index.schema,
    () => undefined,
  );
  if (schema === 'not_indexed') service.live.prepare(project).catch(() => {});
}

/** The default workspace, the pinned ones, then the most recently used. */
async function warmsetOf(service: Service): Promise<Workspace[]> {
  const { registry, workspaces, options } = service;
  const known = await registry.list();
  const pinned = service.pinned.flatMap((root) => known.filter((workspace) => workspace.root === root));
  const recent = known.sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
  const fallback = await workspaces.default();
  const wanted = [...(fallback === undefined ? [] : [fallback]), ...pinned, ...recent];
  const roots = [...new Set(wanted.map(({ root }) => root))].slice(0, options.warmsetCapacity);
  return roots.flatMap((root) => known.filter((workspace) => workspace.root === root));
}

async function warm(project: ActiveProject): Promise<void> {
  const leave = project.hold();
  try {
    const index = await project.index();
    const head = await project.head();
    const ref = project.defaultRef(index, head);
    if (ref === undefined || index.open === undefined) return;
    await index.open.reader.view(ref.name, (view) => view.files());
    await project.freshness.ofRef(index.open, ref, head, Number.POSITIVE_INFINITY);
  } finally {
    leave();
  }
}
