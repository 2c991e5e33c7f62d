/** Deletes the index of every project whose folders are all gone, and unregisters those folders. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentEnvironment, dataDirectory } from '../../../config/paths.ts';
import { withIndex } from '../../../project/open-index.ts';
import { bytes, count, sum } from '../../../render/amounts.ts';
import { openRegistry, type Registry, storedProjects } from '../../../store/registry/registry.ts';
import { inspectIndex, projectFile } from '../../../store/sqlite/open-store.ts';
import { printable } from '../../../text/printable.ts';
import type { Invocation } from '../../invocation.ts';

interface GoneProject {
  readonly projectId: string;
  readonly roots: readonly string[];
  readonly bytes: number;
}

export async function pruneProjects({ flags, output }: Invocation): Promise<number> {
  const home = dataDirectory(currentEnvironment());
  const isDryRun = flags.has('dry-run');
  const { gone, kept } = existsSync(home) ? await findGone(home) : { gone: [], kept: 0 };
  if (!output.json) {
    for (const project of gone) {
      output.print(
        `${isDryRun ? 'Would drop' : 'Dropping'} ${project.roots.map(printable).join(', ')} (${bytes(project.bytes)})`,
      );
    }
  }
  if (!isDryRun && gone.length > 0) await drop(home, gone);
  const freedBytes = isDryRun ? 0 : sum(gone.map((project) => project.bytes));
  if (output.json) output.document({ dryRun: isDryRun, dropped: gone, kept, freedBytes });
  else if (gone.length === 0)
    output.print(`Nothing to prune: no project folder is missing (${count(kept, 'project')}).`);
  else {
    const result = isDryRun ? 'Nothing was changed.' : `Freed ${bytes(freedBytes)}.`;
    output.print(`${result} ${count(kept, 'project remains', 'projects remain')}.`);
  }
  return 0;
}

async function findGone(home: string): Promise<{ gone: GoneProject[]; kept: number }> {
  const registry = await openRegistry(home);
  try {
    const ids = new Set([...(await registry.list()).map(({ projectId }) => projectId), ...storedProjects(home)]);
    const gone: GoneProject[] = [];
    for (const projectId of ids) {
      const roots = await rootsOf(home, projectId, registry);
      // A project without a known folder is kept, because it cannot be shown to be gone.
      if (roots.length === 0 || roots.some((root) => existsSync(root))) continue;
      gone.push({ projectId, roots, bytes: folderBytes(projectFolder(home, projectId)) });
    }
    return { gone, kept: ids.size - gone.length };
  } finally {
    await registry.close();
  }
}

/** The registered folders and those that refs were indexed from. Empty while a job runs, which keeps the project. */
async function rootsOf(home: string, projectId: string, registry: Registry): Promise<string[]> {
  const registered = (await registry.list()).filter((workspace) => workspace.projectId === projectId);
  const roots = new Set(registered.map(({ root }) => root));
  if ((await inspectIndex(home, projectId)).status !== 'compatible') return [...roots];
  return withIndex(home, projectId, async ({ store }) => {
    if ((await store.activeJob()) !== undefined) return [];
    for (const { root } of await store.refs()) roots.add(root);
    return [...roots];
  });
}

async function drop(home: string, gone: readonly GoneProject[]): Promise<void> {
  const registry = await openRegistry(home);
  try {
    for (const { projectId, roots } of gone) {
      rmSync(projectFolder(home, projectId), { recursive: true, force: true });
      for (const root of roots) await registry.remove(root);
    }
  } finally {
    await registry.close();
  }
}

function projectFolder(home: string, projectId: string): string {
  return dirname(projectFile(home, projectId));
}

function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return sum(readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0));
}
